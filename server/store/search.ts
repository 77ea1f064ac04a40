import type { Searched } from './tables.ts';

/** A row whose text contains what was looked for. */
export interface Match {
  /** The key of the row: see search-texts.ts. */
  id: string;
  /** Empty for rows that are not submissions. */
  status: string;
}

export interface Wanted {
  kind: Searched;
  /** Folded, see search-text.ts; not empty. */
  text: string;
  /** Only rows that contain all of these as well. None is longer than `text`. */
  also?: readonly string[];
  /** Only submissions with this status. Projects, pods and posts are narrowed by nothing but the text. */
  status?: string | undefined;
  /** Only rows with all of these: see facets.ts. */
  facets?: readonly string[];
  /** Only rows that are older than the one with this id. */
  before?: string | undefined;
  /** Only rows that are newer than the one with this id. */
  after?: string | undefined;
  /** In the order of the ids: from the oldest on, or else from the newest. */
  direction?: 'asc' | 'desc';
  limit: number;
}

/** The pattern of LIKE, with a backslash as escape, for texts that contain this one. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds the first rows that match, by the index of the engine. */
export type Search = (wanted: Wanted) => Promise<Match[]>;
