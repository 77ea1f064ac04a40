import type { Kysely } from 'kysely';
import type { Engine } from './migrations/schema.ts';
import type { Search } from './search.ts';
import type { Tables } from './tables.ts';
import type { FindTitles } from './titles.ts';
import type { Versions } from './versions.ts';

/** The database, or a transaction on it. Every function that queries takes a `Db` as an argument. */
export type Db = Kysely<Tables>;

/**
 * Runs `work` in a transaction, and resolves after the commit. On PostgreSQL `work` runs again after a deadlock, so it
 * must have no effects outside of the transaction.
 */
export type Write = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>;

export interface Pool {
  name: string;
  open: number;
  idle: number;
  /** The number of callers that wait for a connection. */
  waiting: number;
}

/** An open and migrated database. */
export interface Store {
  engine: Engine;
  db: Db;
  /** For the write transactions of requests: on SQLite, concurrent calls share a commit. */
  write: Write;
  /** For searches and whole lists, whose duration grows with the data. Other reads do not wait for them. */
  longReads: Db;
  search: Search;
  findTitles: FindTitles;
  /** False on PostgreSQL without pg_trgm: most searches then read all texts. */
  hasSearchIndex: boolean;
  /** Returns the content versions, which include every commit before the call, in any process. */
  versions(): Versions | Promise<Versions>;
  /** Resolves if the database answers. On SQLite, rejects also if the file was deleted, replaced or damaged. */
  ping(): Promise<void>;
  /** Returns the pools of connections; none on SQLite. */
  pools(): Pool[];
  /** Returns true for errors that may be temporary: a later attempt may succeed. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}

/** An error whose message is for the person who operates the server. */
export class StoreError extends Error {
  /** True if the database cannot be reached: the server then tries again. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}
