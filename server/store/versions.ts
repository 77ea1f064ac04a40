import { type TablesWith, tablesWith } from './tables.ts';

/** The kinds of public content. Each is a table of that name. */
export const topics = tablesWith('isPublic');
export type Topic = TablesWith<{ isPublic: true }>;

/**
 * Counts how often each kind of content has changed. Triggers count in the transaction of the change (migration 002), so a
 * reader that sees a count also sees the change.
 */
export type Versions = Record<Topic, number>;

export interface Count {
  topic: string;
  version: number;
}

export const toVersions = (rows: Count[]): Versions =>
  Object.fromEntries(rows.map(({ topic, version }) => [topic, version])) as Versions;
