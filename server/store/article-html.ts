import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { BlogRow } from './tables.ts';

/**
 * Articles are rendered when they are saved. The saved HTML is current if this version of the renderer made it from the
 * current version of the row. It is outdated after an upgrade of the renderer, or after an older server has changed the
 * row. The article is then rendered when it is requested, until `renderOutdated` has saved new HTML.
 */
export const rendererVersion = 4;

/** Returns the saved HTML of a post, or undefined if it is not current. */
export const currentHtml = (row: BlogRow): string | undefined =>
  row.html_renderer === rendererVersion && row.html_version === row.version
    ? (row.content_html ?? undefined)
    : undefined;

/** Returns the columns to save with `html`, which was rendered from that version of the row. */
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
