import type { Kysely } from 'kysely';
import type { Engine } from './migrations/schema.ts';
import type { Tables } from './tables.ts';
import type { Versions } from './versions.ts';

/** What every query takes: the database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** Does its work in a transaction, and resolves once that is on the disk. */
export type Write = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>;

/** An open database, migrated and ready. */
export interface Store {
  engine: Engine;
  db: Db;
  /** For the many small writes of visitors. */
  write: Write;
  /**
   * How often content has changed, as of now: what was written before the question counts, whoever wrote
   * it. At once where it can be, later or never where the database is elsewhere.
   */
  versions(): Versions | Promise<Versions>;
  /** Resolves if the database answers. */
  ping(): Promise<void>;
  /** True for errors that mean "ask again later", not "the question was wrong". */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}

/** Its text is for the person who starts the server. */
export class StoreError extends Error {
  /** Nothing is wrong but that the database does not answer: worth another try. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}
