import { inPieces, type Pieces } from './pieces.ts';
import type { Match, Search } from './search.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

export interface ListDeps {
  db: Db;
  search: Search;
}

export interface PageQuery {
  /** Folded, see search-text.ts. Empty: every row matches. */
  wanted: string;
  /** Empty: any. */
  status: string;
  /** Only rows that are older than the one with this id. Empty: from the newest on. */
  before: string;
  limit: number;
}

export interface Page<Row, Status extends string> {
  rows: Row[];
  /** How many rows match, on all pages. */
  total: number;
  /** How many rows of each status match the search, whichever status is asked for. */
  counts: Record<Status, number>;
  /** True if more rows match than were counted. */
  isAtLeast: boolean;
  /** True if there are older rows than those of this page. */
  hasOlder: boolean;
}

/** A search counts no further. */
export const countLimit = 1000;

/** Finds one page of a list, newest first. The cost does not depend on the length of the list. */
export async function findPage<K extends Received, Status extends string>(
  { db, search }: ListDeps,
  kind: K,
  statuses: readonly Status[],
  query: PageQuery,
): Promise<Page<Tables[K], Status>> {
  const { wanted, status, before, limit } = query;
  const isKnown = (given: string): given is Status => statuses.some((each) => each === given);
  // PostgreSQL refuses some characters, so an unknown status does not reach it.
  const isEmpty = status !== '' && !isKnown(status);
  const totalOf = (counts: Record<Status, number>) =>
    isEmpty ? 0 : isKnown(status) ? counts[status] : sumOf(counts);

  if (wanted === '') {
    const counts = countsOf(statuses, await storedCounts(db, kind));
    const rows = isEmpty ? [] : await rowsOf(db, kind, { ...query, limit: limit + 1 });
    const page = { total: totalOf(counts), counts, isAtLeast: false };
    return { rows: rows.slice(0, limit), ...page, hasOlder: rows.length > limit };
  }
  const matches = canMatch(wanted)
    ? await search({ kind, text: wanted, limit: countLimit + 1 })
    : [];
  const isAtLeast = matches.length > countLimit;
  const counted = matches.slice(0, countLimit).map(({ status }) => ({ status, count: 1 }));
  const counts = countsOf(statuses, counted);
  const page = { total: totalOf(counts), counts, isAtLeast };
  if (isEmpty) return { rows: [], ...page, hasOlder: false };
  const narrowing = { status: status || undefined, before: before || undefined };
  const isNarrowed = status !== '' || before !== '';
  const found =
    isAtLeast && isNarrowed
      ? await search({ kind, text: wanted, ...narrowing, limit: limit + 1 })
      : matches.filter((match) => isOn(match, narrowing)).toSorted(newestFirst);
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { rows: await rowsByIds(db, kind, ids), ...page, hasOlder: found.length > limit };
}

/** The whole list, newest first. */
export const listAll = <K extends Received, Item>(
  db: Db,
  kind: K,
  toItem: (row: Tables[K]) => Item,
): Pieces<Item> => {
  const limit = 100;
  const read = (last: Tables[K] | undefined) =>
    rowsOf(db, kind, { status: '', before: last?.id ?? '', limit });
  return inPieces(limit, read, toItem);
};

const isOn = (
  match: Match,
  { status, before }: { status?: string | undefined; before?: string | undefined },
) =>
  (status === undefined || match.status === status) && (before === undefined || match.id < before);

/** A search returns rows of the same millisecond in the order in which they arrived. */
const newestFirst = (one: Match, other: Match) => (one.id < other.id ? 1 : -1);

/** No text has control characters: see fields.ts. PostgreSQL refuses some of them. */
const canMatch = (wanted: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(wanted) && wanted.isWellFormed();

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function countsOf<Status extends string>(
  statuses: readonly Status[],
  counted: { status: string; count: number }[],
): Record<Status, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0]));
  for (const { status, count } of counted) {
    if (Object.hasOwn(counts, status)) counts[status] = (counts[status] ?? 0) + count;
  }
  return counts as Record<Status, number>;
}

const storedCounts = (db: Db, kind: Received) =>
  db.selectFrom('status_counts').select(['status', 'count']).where('kind', '=', kind).execute();

function rowsOf<K extends Received>(
  db: Db,
  kind: K,
  { status, before, limit }: Omit<PageQuery, 'wanted'>,
): Promise<Tables[K][]> {
  const query = db
    // TypeScript does not resolve the columns of a generic table; these three have the same key.
    .selectFrom(kind as 'ideas')
    .selectAll()
    .$if(status !== '', (rows) => rows.where('status', '=', status))
    .$if(before !== '', (rows) => rows.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit);
  return query.execute() as unknown as Promise<Tables[K][]>;
}

async function rowsByIds<K extends Received>(db: Db, kind: K, ids: string[]): Promise<Tables[K][]> {
  if (ids.length === 0) return [];
  const query = db
    .selectFrom(kind as 'ideas')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc');
  return query.execute() as unknown as Promise<Tables[K][]>;
}
