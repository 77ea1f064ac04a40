import type { Migration } from './schema.ts';

/** Adds a column for the searchable text of posts. search-texts.ts writes it for existing posts after the start. */
export const blogSearch: Migration = async ({ addColumn }) => {
  await addColumn('blogs', 'search_text', 'text');
};
