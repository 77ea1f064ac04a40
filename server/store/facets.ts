import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { applicationRoles, otherRole } from '#contract/vocabulary.ts';
import type { AnyDb } from './migrations/schema.ts';
import type { Received } from './tables.ts';

/**
 * A facet is a value that a list of submissions is filtered by. The table `facets` has a row for each facet of each
 * submission, in the order of their ids, so that a page of a filtered list is found without reading the others. Triggers
 * keep it (migration 012).
 */
export const facets = {
  /** The submission waits for an answer of staff: see `waitingStatuses` in contract/inbox.ts. */
  waiting: 'waiting',
  owner: (userId: string) => `owner:${userId}`,
  expertise: (name: string) => `expertise:${name}`,
  circle: (name: string) => `circle:${name}`,
  /** The role "Other" stands for all roles that are not in the list. */
  role: (name: string) => `role:${name}`,
};

const otherRoles = facets.role(otherRole);
const listedRoles = applicationRoles.filter((role) => role !== otherRole);

/** The condition that a row of this kind has a facet. */
const hasFacet = (kind: Received, facet: string): RawBuilder<boolean> =>
  facet === otherRoles
    ? sql`${sql.ref(`${kind}.role`)} not in (${sql.join(listedRoles)})`
    : sql`exists (select 1 from facets where facets.kind = ${kind} and facets.value = ${facet}
        and facets.submission_id = ${sql.ref(`${kind}.id`)})`;

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
type Rows = SelectQueryBuilder<any, any, object>;

/** Narrows a query of the table of this kind to the rows that have all of these facets. */
export const withFacets = (rows: Rows, kind: Received, wanted: readonly string[] = []): Rows =>
  wanted.reduce((narrowed, facet) => narrowed.where(hasFacet(kind, facet)), rows);

/** The rows of a kind that have all of these facets, and the column of the id by which they are read and sorted. */
export function rowsWithFacets(
  db: AnyDb,
  kind: Received,
  wanted: readonly string[],
): { rows: Rows; id: string } {
  const table: string = kind;
  // The rows are read by this facet, in the order of its index.
  const first = wanted.find((facet) => facet !== otherRoles);
  const others = wanted.filter((facet) => facet !== first);
  if (first === undefined) {
    return { rows: withFacets(db.selectFrom(table), kind, others), id: `${table}.id` };
  }
  const rows = db
    .selectFrom('facets as first')
    .innerJoin(table, `${table}.id`, 'first.submission_id')
    .where('first.kind', '=', kind)
    .where('first.value', '=', first);
  return { rows: withFacets(rows, kind, others), id: 'first.submission_id' };
}
