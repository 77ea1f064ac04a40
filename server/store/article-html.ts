import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { BlogRow } from './tables.ts';

/**
 * A post is saved together with its rendered HTML. The saved HTML is current if `html_renderer` equals
 * `rendererVersion` and `html_version` equals `version`. Demo posts and restored posts have no HTML at first. The HTML
 * is outdated after `rendererVersion` was increased, or after an older release of the server changed the post. A post
 * without current HTML is rendered at each read, until `renderOutdated` in server/articles.ts saves its HTML.
 */

/** Increase this number when `renderMarkdown` starts to return different HTML for the same Markdown. */
export const rendererVersion = 4;

/** Returns the saved HTML of a post, or undefined if it is not current. */
export const currentHtml = (row: BlogRow): string | undefined =>
  row.html_renderer === rendererVersion && row.html_version === row.version
    ? (row.content_html ?? undefined)
    : undefined;

/**
 * Returns the columns for saving `html`. `version` is the version of the row whose text `html` was rendered from. Pass
 * 'next' in an update that also increments the version.
 */
export const renderedColumns = (html: string, version: number | 'next') => ({
  content_html: html,
  html_renderer: rendererVersion,
  html_version: version === 'next' ? sql<number>`version + 1` : version,
});

/** Finds up to 20 posts whose HTML is not current, in the order of their ids, starting after `id`. */
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

/** Saves the HTML of a post, unless the post has changed since `version`. */
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
