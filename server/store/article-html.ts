import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { BlogRow } from './tables.ts';

/**
 * The HTML of a post is rendered and saved together with the post. The saved HTML is current if `html_renderer` is
 * `rendererVersion` and `html_version` is the version of the row. It is missing after demo data is loaded or a backup
 * is restored. It is outdated after `rendererVersion` was increased, or after a server of an older release wrote the
 * row. A post without current HTML is rendered for each request until `renderOutdated` saves its HTML.
 */

/** Increase this when `renderMarkdown` returns other HTML for the same Markdown. */
export const rendererVersion = 4;

/** Returns the saved HTML of a post, or undefined if it is not current. */
export const currentHtml = (row: BlogRow): string | undefined =>
  row.html_renderer === rendererVersion && row.html_version === row.version
    ? (row.content_html ?? undefined)
    : undefined;

/**
 * Returns the columns for saving `html`. `version` is the version of the row that `html` was rendered from. Pass 'next'
 * in an update that also increments the version.
 */
export const renderedColumns = (html: string, version: number | 'next') => ({
  content_html: html,
  html_renderer: rendererVersion,
  html_version: version === 'next' ? sql<number>`version + 1` : version,
});

/** Finds the next 20 posts after `id` whose HTML is not current. */
export const findOutdatedArticles = (db: Db, id: string) =>
  db
    .selectFrom('blogs')
    .select(['id', 'content', 'version'])
    .where((post) =>
      post.or([
        post(sql`coalesce(html_renderer, 0)`, '<>', rendererVersion),
        post(sql`coalesce(html_version, 0)`, '<>', post.ref('version')),
      ]),
    )
    .where('id', '>', id)
    .orderBy('id')
    .limit(20)
    .execute();

/** Writes nothing if the row has another version by now. */
export async function saveArticleHtml(
  db: Db,
  { id, version }: { id: string; version: number },
  html: string,
): Promise<void> {
  await db
    .updateTable('blogs')
    .set(renderedColumns(html, version))
    .where((post) => post.and({ id, version }))
    .execute();
}
