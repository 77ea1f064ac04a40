import type { Kysely } from 'kysely';
import type { Engine } from './migrations/schema.ts';
import type { Tables } from './tables.ts';

/** What every query takes: the database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** An open database, migrated and ready. */
export interface Store {
  engine: Engine;
  db: Db;
  /** Resolves if the database answers. */
  ping(): Promise<void>;
  /** True for errors that mean "ask again later", not "the question was wrong". */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}

/** Its text is for the person who starts the server. */
export class StoreError extends Error {}
