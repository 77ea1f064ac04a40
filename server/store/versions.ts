/** What public answers are made of. Each is a table of that name. */
export const topics = ['pods', 'apps', 'blogs', 'milestones', 'ideas'] as const;
export type Topic = (typeof topics)[number];

/**
 * How often each has changed. The database counts, in the transaction that changes it (see migration
 * 002), so whoever sees a count sees what was counted as well.
 */
export type Versions = Record<Topic, number>;

export interface Count {
  topic: string;
  version: number;
}

export const toVersions = (rows: Count[]): Versions =>
  Object.fromEntries(rows.map(({ topic, version }) => [topic, version])) as Versions;
