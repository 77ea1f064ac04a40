import type { Searched } from './tables.ts';

export interface Match {
  /** The `id` of the row's text: the id of a submission, or the `uid` of a project, pod or post (search-texts.ts). */
  id: string;
  /** Empty for rows that are not submissions. */
  status: string;
}

export interface SearchQuery {
  kind: Searched;
  /** The text to find, folded with `foldSearch` and not empty. */
  text: string;
  /** Further texts that a row must contain. None of them is longer than `text`. */
  also?: readonly string[];
  /** Only submissions with this status. Use `status`, `facets`, `before` and `after` for submissions only. */
  status?: string | undefined;
  /** Only submissions that have all of these facets: see facets.ts. */
  facets?: readonly string[];
  /** Only rows that are older than the row with this id. */
  before?: string | undefined;
  /** Only rows that are newer than the row with this id. */
  after?: string | undefined;
  /** `asc` finds the oldest rows first, `desc`, the default, the newest. */
  direction?: 'asc' | 'desc';
  limit: number;
}

/** Returns the LIKE pattern that matches all strings that contain `text`. The escape character is a backslash. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds up to `limit` rows that match, in the order of `direction`. */
export type Search = (wanted: SearchQuery) => Promise<Match[]>;
