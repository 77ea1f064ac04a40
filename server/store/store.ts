import type { Kysely } from 'kysely';
import type { Engine } from './migrations/schema.ts';
import type { Search } from './search.ts';
import type { Tables } from './tables.ts';
import type { FindTitles } from './titles.ts';
import type { Versions } from './versions.ts';

/** The first argument of every query: the database, or a transaction on it. */
export type Db = Kysely<Tables>;

/**
 * Runs `work` in a transaction, and resolves after the commit. PostgreSQL may run `work` again after a deadlock, so it
 * must have no effects outside of the transaction.
 */
export type Write = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>;

/** The use of a pool of connections. */
export interface Pool {
  name: string;
  open: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

/** An open database, migrated and ready. */
export interface Store {
  engine: Engine;
  db: Db;
  /** Use it for every write transaction of a request: on SQLite, concurrent writes then share a commit. */
  write: Write;
  /**
   * Use it for reads that take longer the more data there is: searches and whole lists. Other reads do not wait for
   * them.
   */
  longReads: Db;
  search: Search;
  findTitles: FindTitles;
  /** False on PostgreSQL without pg_trgm: most searches then read all texts. */
  hasSearchIndex: boolean;
  /**
   * Returns the content versions as of now: they include every commit before the call, in any process. Synchronous on
   * SQLite.
   */
  versions(): Versions | Promise<Versions>;
  /** Resolves if the database answers. On SQLite, rejects also if the file was deleted, replaced or damaged. */
  ping(): Promise<void>;
  /** Returns the pools of connections; none on SQLite. */
  pools(): Pool[];
  /** Returns true for errors that a later attempt may not meet. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}

/** An error whose message is for the person who starts the server. */
export class StoreError extends Error {
  /** True if the database cannot be reached: the server then tries to start again. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}
