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
  limit: number;
}

/** Finds the newest rows that match, by the index of the engine. */
export type Search = (wanted: Wanted) => Promise<Match[]>;
