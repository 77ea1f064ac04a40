import type { Migration } from './schema.ts';

/** Adds a column for the search text of posts. search-texts.ts fills it for existing posts once the server runs. */
export const blogSearch: Migration = async ({ addColumn }) => {
  await addColumn('blogs', 'search_text', 'text');
};
