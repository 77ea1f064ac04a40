import type { Migration } from './schema.ts';

/** Adds the columns for the HTML of articles, which is rendered when a post is saved: see article-html.ts. */
export const articleHtml: Migration = async ({ addColumn }) => {
  await addColumn('blogs', 'content_html', 'text');
  await addColumn('blogs', 'html_renderer', 'integer');
  await addColumn('blogs', 'html_version', 'integer');
};
