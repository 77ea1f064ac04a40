import type { Kysely } from 'kysely';
import type { Engine } from './migrations/schema.ts';
import type { Search } from './search.ts';
import type { Tables } from './tables.ts';
import type { FindTitles } from './titles.ts';
import type { Versions } from './versions.ts';

/** The first argument of every query: the database, or a transaction on it. */
export type Db = Kysely<Tables>;

/**
 * Runs `work` in a transaction and resolves after the commit. After a deadlock it runs again, so it must have no effect
 * outside of the transaction.
 */
export type Write = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>;

/** How a pool of connections is used. */
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
  /** For every transaction that a request makes. */
  write: Write;
  /** For reads that grow with the data: searches and whole lists. Other reads do not wait for them. */
  longReads: Db;
  search: Search;
  findTitles: FindTitles;
  /** False on a PostgreSQL without pg_trgm: searches then read all texts. */
  hasSearchIndex: boolean;
  /**
   * The content versions as of now: they include every commit before the call, of any process. Synchronous where the engine
   * allows it.
   */
  versions(): Versions | Promise<Versions>;
  /** Resolves if the database answers. */
  ping(): Promise<void>;
  /** The pools of connections; none on SQLite. */
  pools(): Pool[];
  /** True for errors that a later attempt may not meet. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}

/** The message is for the person who starts the server. */
export class StoreError extends Error {
  /** The database does not answer: the start is tried again. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}
