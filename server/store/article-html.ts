import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { BlogRow } from './tables.ts';

/**
 * Articles are rendered when they are saved, never on a visitor's time. Saved HTML is current while it was made from the
 * row's version by today's renderer. It is not after an upgrade of the renderer, nor after a write by an older version.
 */
export const rendererVersion = 4;

/** The saved HTML of a post, or undefined when it is not current. */
export const currentHtml = (row: BlogRow): string | undefined =>
  row.html_renderer === rendererVersion && row.html_version === row.version
    ? (row.content_html ?? undefined)
    : undefined;

/** Columns of a row whose article was rendered for that version. */
export const renderedColumns = (html: string, version: number | 'next') => ({
  content_html: html,
  html_renderer: rendererVersion,
  html_version: version === 'next' ? sql<number>`version + 1` : version,
});

/** The next posts after `id` whose HTML is not current. */
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
