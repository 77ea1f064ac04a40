import type { Kysely } from 'kysely';
import type { Engine } from './migrations/schema.ts';
import type { Search } from './search.ts';
import type { Tables } from './tables.ts';
import type { FindTitles } from './titles.ts';
import type { Versions } from './versions.ts';

/** The database, or a transaction on it. Most functions of this folder take a `Db`, so they also run in a transaction. */
export type Db = Kysely<Tables>;

/**
 * Runs `work` in a transaction, and resolves after the commit. On PostgreSQL `work` runs again after a deadlock or a
 * serialisation failure, so it must have no effects outside of the transaction.
 */
export type Write = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>;

export interface Pool {
  name: string;
  /** The number of open connections, including idle ones. */
  open: number;
  idle: number;
  /** The number of callers that wait for a connection. */
  waiting: number;
}

/** An open and migrated database. */
export interface Store {
  engine: Engine;
  db: Db;
  /** For short write transactions, such as those of requests: on SQLite, concurrent calls share a commit. */
  write: Write;
  /** For searches and whole lists, whose duration grows with the data. Other reads do not wait for them. */
  longReads: Db;
  search: Search;
  findTitles: FindTitles;
  /** False on PostgreSQL without pg_trgm: most searches then read all texts. */
  hasSearchIndex: boolean;
  /**
   * Returns the content versions, which include every commit before the call, in any process. Rejects if PostgreSQL does
   * not answer in time.
   */
  versions(): Versions | Promise<Versions>;
  /** Resolves if the database answers. On SQLite, rejects also if the file was deleted, replaced or damaged. */
  ping(): Promise<void>;
  /** Returns the pools of connections; none on SQLite. */
  pools(): Pool[];
  /** Returns true for errors that may be temporary: a later attempt may succeed. */
  isTemporary(error: unknown): boolean;
  close(): Promise<void>;
}

/** An error whose message is for the person who operates the server. */
export class StoreError extends Error {
  /** True if the start of the server shall try again, because the database is unavailable (`retryWhileAway` in main.ts). */
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary = false } = {}) {
    super(message);
    this.isTemporary = isTemporary;
  }
}
