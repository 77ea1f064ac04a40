import { waitingStatuses } from '#contract/inbox.ts';
import { foundOrThrow } from './change.ts';
import { facets as facetNames, rowsWithFacets } from './facets.ts';
import { inPieces, type Pieces } from './pieces.ts';
import type { Match, Search } from './search.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

export interface ListDeps {
  db: Db;
  search: Search;
}

export interface PageQuery {
  /** The text to search for, folded with `foldSearch`. An empty string matches every row. */
  wanted: string;
  /** An empty string stands for all statuses. */
  status: string;
  /** If true, only rows that wait for a decision match (`waitingStatuses`), and `status` is ignored. */
  isWaiting?: boolean | undefined;
  /** Only rows with all of these facets match: see facets.ts. */
  facets?: readonly string[] | undefined;
  /** Only rows that are older than the row with this id match. An empty string sets no limit. */
  before: string;
  /** Only rows that are newer than the row with this id match. An empty string sets no limit. */
  after: string;
  /** The order of the list. A page with `before` or `after` has the matching rows that are nearest to that row. */
  sort?: 'newest' | 'oldest';
  limit: number;
}

export interface Page<Item, Status extends string> {
  items: Item[];
  /** The number of matching rows on all pages, as far as they were counted: see `isAtLeast`. */
  total: number;
  /** The number of counted matches of each status. Ignores `status` and `isWaiting` of the query. */
  counts: Record<Status, number>;
  /** True if more rows match the search and the facets than were counted: see `countLimit`. */
  isAtLeast: boolean;
  /** True if more rows follow this page in the order of the list. */
  hasMore: boolean;
}

/** Describes a list: its kind of submissions, their statuses, and how a row becomes an item. */
export interface ListOf<K extends Received, Status extends string, Item> {
  kind: K;
  statuses: readonly Status[];
  toItem(row: Tables[K]): Item;
}

/**
 * A search, or a list with facets, counts at most this many rows, or `limit` rows if `limit` is greater. Counting is
 * slow: PostgreSQL must read a text for each match of a search.
 */
const countLimit = 200;

/** Finds one page of a list. Without a search and facets, the cost does not depend on the length of the list. */
export async function findPage<K extends Received, Status extends string, Item>(
  deps: ListDeps,
  { kind, statuses, toItem }: ListOf<K, Status, Item>,
  query: PageQuery,
): Promise<Page<Item, Status>> {
  const { wanted, facets = [], limit } = query;
  // `shown` is empty for an unknown status, which must not get into a query: PostgreSQL refuses some characters.
  const shown = statuses.filter(isShown(kind, query));
  const totalOf = (counts: Record<Status, number>) =>
    shown.reduce((sum, status) => sum + counts[status], 0);

  if (wanted === '' && facets.length === 0) {
    const counts = countsOf(statuses, await storedCounts(deps.db, kind));
    const rows = shown.length === 0 ? [] : await rowsOf(deps.db, kind, query, limit + 1);
    const totals = { total: totalOf(counts), counts, isAtLeast: false };
    return { items: onPage(rows, query).map(toItem), ...totals, hasMore: hasMore(rows, query) };
  }
  const mostCounted = Math.max(countLimit, limit);
  const matches = await matchesOf(deps, kind, { wanted, facets }, mostCounted + 1);
  const isAtLeast = matches.length > mostCounted;
  const countOne = ({ status }: Match) => ({ status, count: 1 });
  const counts = countsOf(statuses, matches.slice(0, mostCounted).map(countOne));
  const totals = { total: totalOf(counts), counts, isAtLeast };
  const countedMatches = matches
    .filter(({ status }) => isShown(kind, query)(status))
    .filter(({ id }) => isBetween(id, query))
    .toSorted(directionOf(query) === 'asc' ? oldestFirst : newestFirst);
  // If more rows match than were counted, `countedMatches` has only the newest. A second search is needed if these rows
  // do not fill the page, or if the page is read from older to newer rows.
  const fillsPage = directionOf(query) === 'desc' && countedMatches.length > limit;
  const rowMatches =
    shown.length > 0 && isAtLeast && !fillsPage
      ? await matchesOf(deps, kind, query, limit + 1)
      : countedMatches;
  const ids = onPage(rowMatches, query).map(({ id }) => id);
  const rows = await rowsByIds(deps.db, kind, ids, query);
  return { items: rows.map(toItem), ...totals, hasMore: hasMore(rowMatches, query) };
}

/** Returns a predicate for the statuses that the query selects. */
const isShown =
  (kind: Received, { status, isWaiting }: Pick<PageQuery, 'status' | 'isWaiting'>) =>
  (each: string): boolean =>
    isWaiting
      ? (waitingStatuses[kind] as readonly string[]).includes(each)
      : status === '' || each === status;

const isBetween = (id: string, { before, after }: PageQuery) =>
  (before === '' || id < before) && (after === '' || id > after);

/** Returns the order for reading rows: away from the row `before` or `after`, or else the order of the list. */
const directionOf = ({ before = '', after = '', sort }: Partial<PageQuery>): 'asc' | 'desc' =>
  after !== '' || (before === '' && sort === 'oldest') ? 'asc' : 'desc';

const sortedDirection = ({ sort }: Partial<PageQuery>) => (sort === 'oldest' ? 'asc' : 'desc');

/** Returns the rows of the page in the order of the list. `rows` may have one more, which shows that more follow. */
const onPage = <Row>(rows: Row[], query: PageQuery): Row[] => {
  const page = rows.slice(0, query.limit);
  return directionOf(query) === sortedDirection(query) ? page : page.reverse();
};

/**
 * Returns true if more rows follow the page. A page that was read against the order of the list ends just before the
 * row that `before` or `after` names, so that row follows.
 */
const hasMore = (rows: unknown[], query: PageQuery) =>
  directionOf(query) !== sortedDirection(query) || rows.length > query.limit;

export async function findOne<K extends Received, Item>(
  db: Db,
  { kind, toItem }: ListOf<K, string, Item>,
  id: string,
): Promise<Item> {
  const [row] = await rowsByIds(db, kind, [id]);
  return toItem(foundOrThrow(kind, row));
}

/** Lists all rows that match, newest first. Ignores `before`, `after`, `sort` and `limit`. */
export async function* listMatching<K extends Received, Item>(
  deps: ListDeps,
  { kind, statuses, toItem }: ListOf<K, string, Item>,
  { wanted, status, isWaiting, facets }: PageQuery,
): AsyncGenerator<Item[]> {
  const limit = 100;
  const filter = { wanted, status, isWaiting, facets };
  if (!statuses.some(isShown(kind, filter))) return;
  if (wanted === '') {
    const read = (last: Tables[K] | undefined) =>
      rowsOf(deps.db, kind, { ...filter, before: last?.id ?? '' }, limit);
    yield* inPieces(limit, read, toItem);
    return;
  }
  const readMatches = async (last: Match | undefined) => {
    const matches = await matchesOf(deps, kind, { ...filter, before: last?.id ?? '' }, limit);
    return matches.toSorted(newestFirst);
  };
  for await (const ids of inPieces(limit, readMatches, ({ id }) => id)) {
    // Leaves out rows that were deleted since the search found them.
    const rows = await rowsByIds(deps.db, kind, ids);
    if (rows.length > 0) yield rows.map(toItem);
  }
}

/** Throws NotFound if the submission does not exist, or is in the quarantine or the trash. */
export async function checkSubmission(db: Db, kind: Received, id: string): Promise<void> {
  const row = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
  foundOrThrow(kind, row);
}

export const listAll = <K extends Received, Item>(
  db: Db,
  { kind, toItem }: ListOf<K, string, Item>,
): Pieces<Item> => {
  const limit = 100;
  const read = (last: Tables[K] | undefined) => rowsOf(db, kind, { before: last?.id ?? '' }, limit);
  return inPieces(limit, read, toItem);
};

/** Sorts by id. A search on SQLite sorts rows of the same millisecond by arrival, so its results are sorted again. */
const newestFirst = (one: Match, other: Match) => (one.id < other.id ? 1 : -1);
const oldestFirst = (one: Match, other: Match) => newestFirst(other, one);

/**
 * Returns false for a text with lone surrogates, or with control characters other than tabs and line breaks. No stored
 * text has them (contract/fields.ts), and PostgreSQL refuses some of them in a query.
 */
export const canMatch = (wanted: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(wanted) && wanted.isWellFormed();

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

type PartialQuery = Partial<PageQuery>;

/** Returns the facets of a query, and the facet `waiting` if `isWaiting` is true. */
const facetsIn = ({ isWaiting, facets = [] }: PartialQuery) =>
  isWaiting ? [facetNames.waiting, ...facets] : facets;

function selectPart(db: Db, kind: Received, part: PartialQuery, limit: number) {
  const { status = '', isWaiting = false, before = '', after = '' } = part;
  const { rows, id } = rowsWithFacets(db, kind, facetsIn(part));
  return rows
    .$if(status !== '' && !isWaiting, (rows) => rows.where(`${kind}.status`, '=', status))
    .$if(before !== '', (rows) => rows.where(id, '<', before))
    .$if(after !== '', (rows) => rows.where(id, '>', after))
    .orderBy(id, directionOf(part))
    .limit(limit);
}

const rowsOf = <K extends Received>(db: Db, kind: K, part: PartialQuery, limit: number) =>
  selectPart(db, kind, part, limit).selectAll(kind).execute() as unknown as Promise<Tables[K][]>;

async function matchesOf(
  { db, search }: ListDeps,
  kind: Received,
  part: PartialQuery & Pick<PageQuery, 'wanted'>,
  limit: number,
): Promise<Match[]> {
  const { wanted, status, isWaiting, before, after } = part;
  if (!canMatch(wanted)) return [];
  if (wanted === '') {
    const rows = selectPart(db, kind, part, limit).select([`${kind}.id`, `${kind}.status`]);
    return rows.execute() as Promise<Match[]>;
  }
  return search({
    kind,
    text: wanted,
    status: (!isWaiting && status) || undefined,
    facets: facetsIn(part),
    before: before || undefined,
    after: after || undefined,
    direction: directionOf(part),
    limit,
  });
}

async function rowsByIds<K extends Received>(
  db: Db,
  kind: K,
  ids: string[],
  order: PartialQuery = {},
): Promise<Tables[K][]> {
  if (ids.length === 0) return [];
  const query = db
    // Needs a cast, because TypeScript does not resolve the columns of a generic table.
    .selectFrom(kind as 'ideas')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', sortedDirection(order));
  return query.execute() as unknown as Promise<Tables[K][]>;
}
