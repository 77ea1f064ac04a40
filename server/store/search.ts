import type { Received } from './tables.ts';

/** A row whose text contains what was looked for. */
export interface Match {
  id: string;
  status: string;
}

export interface Wanted {
  kind: Received;
  /** Folded, see search-text.ts; not empty. */
  text: string;
  status?: string | undefined;
  /** Only rows that are older than the one with this id. */
  before?: string | undefined;
  /** Only rows that are newer than the one with this id, and of these the oldest. */
  after?: string | undefined;
  limit: number;
}

/** The pattern of LIKE, with a backslash as escape, for texts that contain this one. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds rows that match by the index of the engine: the newest, in this order; with `after` the oldest first. */
export type Search = (wanted: Wanted) => Promise<Match[]>;
