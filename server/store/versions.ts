import { type TablesWith, tablesWith } from './tables.ts';

/** The names of the tables with public content. */
export const topics = tablesWith('isPublic');
export type Topic = TablesWith<{ isPublic: true }>;

/**
 * The number of changes of each table with public content. Triggers count in the transaction of the change
 * (`countChanges` in migrations/schema.ts), so a reader that sees a new count also sees the change.
 */
export type Versions = Record<Topic, number>;

export interface Count {
  topic: string;
  version: number;
}

export const toVersions = (rows: Count[]): Versions =>
  Object.fromEntries(rows.map(({ topic, version }) => [topic, version])) as Versions;
