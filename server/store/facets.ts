import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { applicationRoles, otherRole } from '#contract/vocabulary.ts';
import type { AnyDb } from './migrations/schema.ts';
import type { Received } from './tables.ts';

/**
 * A facet is a value by which a list of submissions can be filtered. The table `facets` has a row for each facet of
 * each submission. Its primary key sorts the rows of a facet by submission id, so that a query for a page of a filtered
 * list reads only submissions with the facet. Triggers write the table (migration 012).
 */
export const facets = {
  /** The facet of submissions that wait for a decision of staff: see `waitingStatuses` in contract/inbox.ts. */
  waiting: 'waiting',
  owner: (userId: string) => `owner:${userId}`,
  expertise: (name: string) => `expertise:${name}`,
  circle: (name: string) => `circle:${name}`,
  /** The role "Other" stands for all roles that the application form does not list. */
  role: (name: string) => `role:${name}`,
};

const otherRoles = facets.role(otherRole);
const listedRoles = applicationRoles.filter((role) => role !== otherRole);

/**
 * Builds the condition that a row of this kind has a facet. For the role "Other", the condition uses the column `role`,
 * because the table `facets` has a separate facet for each role that the form does not list.
 */
const hasFacet = (kind: Received, facet: string): RawBuilder<boolean> =>
  facet === otherRoles
    ? sql`${sql.ref(`${kind}.role`)} not in (${sql.join(listedRoles)})`
    : sql`exists (select 1 from facets where facets.kind = ${kind} and facets.value = ${facet}
        and facets.submission_id = ${sql.ref(`${kind}.id`)})`;

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
type Rows = SelectQueryBuilder<any, any, object>;

/** Narrows a query on the table of this kind to the rows that have all of these facets. */
export const withFacets = (rows: Rows, kind: Received, wanted: readonly string[] = []): Rows =>
  wanted.reduce((narrowed, facet) => narrowed.where(hasFacet(kind, facet)), rows);

/** Builds a query for the rows of a kind that have all of these facets. `id` is the column to page and sort by. */
export function rowsWithFacets(
  db: AnyDb,
  kind: Received,
  wanted: readonly string[],
): { rows: Rows; id: string } {
  const table: string = kind;
  // The query reads the rows of the facet `first` in the order of the primary key. "Other" stands for many facets, so
  // this order cannot be used for "Other".
  const first = wanted.find((facet) => facet !== otherRoles);
  const remaining = wanted.filter((facet) => facet !== first);
  if (first === undefined) {
    return { rows: withFacets(db.selectFrom(table), kind, remaining), id: `${table}.id` };
  }
  const rows = db
    .selectFrom('facets as first')
    .innerJoin(table, `${table}.id`, 'first.submission_id')
    .where('first.kind', '=', kind)
    .where('first.value', '=', first);
  return { rows: withFacets(rows, kind, remaining), id: 'first.submission_id' };
}
