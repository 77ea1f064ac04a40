import type { Migration } from './schema.ts';

/** The searchable text of posts. That of posts that are there already is written after the start: see search-texts.ts. */
export const blogSearch: Migration = async ({ addColumn }) => {
  await addColumn('blogs', 'search_text', 'text');
};
