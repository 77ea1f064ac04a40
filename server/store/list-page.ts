import { waitingStatuses } from '#contract/inbox.ts';
import { foundOr } from './change.ts';
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
  /** Folded, see search-text.ts. Empty: every row matches. */
  wanted: string;
  /** Empty: any. */
  status: string;
  /** Only rows that wait for an answer, whatever `status` is. */
  isWaiting?: boolean | undefined;
  /** Only rows with all of these: see facets.ts. */
  facets?: readonly string[] | undefined;
  /** Only rows that are older than the one with this id. Empty: all. */
  before: string;
  /** Only rows that are newer than the one with this id. Empty: all. */
  after: string;
  /** The order of the list. Of rows before or after another one, the page has those next to it. */
  sort?: 'newest' | 'oldest';
  limit: number;
}

export interface Page<Item, Status extends string> {
  items: Item[];
  /** How many rows match, on all pages. */
  total: number;
  /** How many rows of each status match the search, whichever status is asked for. */
  counts: Record<Status, number>;
  /** True if more rows match than were counted. */
  isAtLeast: boolean;
  /** True if there are more rows after those of this page, in the order of the list. */
  hasMore: boolean;
}

/** A kind of submission, as the list shows it. */
export interface ListOf<K extends Received, Status extends string, Item> {
  kind: K;
  statuses: readonly Status[];
  toItem(row: Tables[K]): Item;
}

/** A search counts no further, or up to the limit of the page. Each match costs PostgreSQL the reading of a text. */
const countLimit = 200;

/** Finds one page of a list. The cost does not depend on the length of the list. */
export async function findPage<K extends Received, Status extends string, Item>(
  deps: ListDeps,
  { kind, statuses, toItem }: ListOf<K, Status, Item>,
  query: PageQuery,
): Promise<Page<Item, Status>> {
  const { wanted, facets = [], limit } = query;
  // PostgreSQL refuses some characters, so an unknown status does not reach it.
  const shown = statuses.filter(isShown(kind, query));
  const totalOf = (counts: Record<Status, number>) =>
    shown.reduce((sum, status) => sum + counts[status], 0);

  if (wanted === '' && facets.length === 0) {
    const counts = countsOf(statuses, await storedCounts(deps.db, kind));
    const rows = shown.length === 0 ? [] : await rowsOf(deps.db, kind, query, limit + 1);
    const page = { total: totalOf(counts), counts, isAtLeast: false };
    return { items: onPage(rows, query).map(toItem), ...page, hasMore: hasMore(rows, query) };
  }
  const most = Math.max(countLimit, limit);
  const matches = await matchesOf(deps, kind, { wanted, facets }, most + 1);
  const isAtLeast = matches.length > most;
  const countOne = ({ status }: Match) => ({ status, count: 1 });
  const counts = countsOf(statuses, matches.slice(0, most).map(countOne));
  const page = { total: totalOf(counts), counts, isAtLeast };
  const counted = matches
    .filter(({ status }) => isShown(kind, query)(status))
    .filter(({ id }) => isBetween(id, query))
    .toSorted(directionOf(query) === 'asc' ? oldestFirst : newestFirst);
  // The matches that were counted are the newest ones. A page that they do not fill takes another search.
  const fillPage = directionOf(query) === 'desc' && counted.length > limit;
  const found =
    shown.length > 0 && isAtLeast && !fillPage
      ? await matchesOf(deps, kind, query, limit + 1)
      : counted;
  const ids = onPage(found, query).map(({ id }) => id);
  const rows = await rowsByIds(deps.db, kind, ids, query);
  return { items: rows.map(toItem), ...page, hasMore: hasMore(found, query) };
}

/** Says whether rows of a status are in the list. */
const isShown =
  (kind: Received, { status, isWaiting }: Pick<PageQuery, 'status' | 'isWaiting'>) =>
  (each: string): boolean =>
    isWaiting
      ? (waitingStatuses[kind] as readonly string[]).includes(each)
      : status === '' || each === status;

const isBetween = (id: string, { before, after }: PageQuery) =>
  (before === '' || id < before) && (after === '' || id > after);

/** The order in which rows are read: away from the row that `before` or `after` names, otherwise as they are sorted. */
const directionOf = ({ before = '', after = '', sort }: Partial<PageQuery>): 'asc' | 'desc' =>
  after !== '' || (before === '' && sort === 'oldest') ? 'asc' : 'desc';

const sortedDirection = ({ sort }: Partial<PageQuery>) => (sort === 'oldest' ? 'asc' : 'desc');

/** The rows of the page, in the order of the list. There may be one more row. */
const onPage = <Row>(rows: Row[], query: PageQuery): Row[] => {
  const page = rows.slice(0, query.limit);
  return directionOf(query) === sortedDirection(query) ? page : page.reverse();
};

/** The row that `before` or `after` names may be the next one. */
const hasMore = (rows: unknown[], query: PageQuery) =>
  directionOf(query) !== sortedDirection(query) || rows.length > query.limit;

export async function findOne<K extends Received, Item>(
  db: Db,
  { kind, toItem }: ListOf<K, string, Item>,
  id: string,
): Promise<Item> {
  const [row] = await rowsByIds(db, kind, [id]);
  return toItem(foundOr(kind, row));
}

/** All rows that match, newest first, as in the pages of the list. */
export const listMatching = <K extends Received, Item>(
  deps: ListDeps,
  { kind, statuses, toItem }: ListOf<K, string, Item>,
  { wanted, status, isWaiting, facets }: PageQuery,
): Pieces<Item> => {
  const limit = 100;
  const filter = { wanted, status, isWaiting, facets };
  const isEmpty = !statuses.some(isShown(kind, filter));
  async function read(last: Tables[K] | undefined): Promise<Tables[K][]> {
    if (isEmpty) return [];
    const part = { ...filter, before: last?.id ?? '' };
    if (wanted === '') return rowsOf(deps.db, kind, part, limit);
    const matches = await matchesOf(deps, kind, part, limit);
    return rowsByIds(
      deps.db,
      kind,
      matches.map(({ id }) => id),
    );
  }
  return inPieces(limit, read, toItem);
};

/** Throws NotFound if there is no such submission in its list. */
export async function findSubmission(db: Db, kind: Received, id: string): Promise<void> {
  const row = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
  foundOr(kind, row);
}

/** The whole list, newest first. */
export const listAll = <K extends Received, Item>(
  db: Db,
  { kind, toItem }: ListOf<K, string, Item>,
): Pieces<Item> => {
  const limit = 100;
  const read = (last: Tables[K] | undefined) => rowsOf(db, kind, { before: last?.id ?? '' }, limit);
  return inPieces(limit, read, toItem);
};

/** A search returns rows of the same millisecond in the order in which they arrived. */
const newestFirst = (one: Match, other: Match) => (one.id < other.id ? 1 : -1);
const oldestFirst = (one: Match, other: Match) => newestFirst(other, one);

/** No text has control characters: see fields.ts. PostgreSQL refuses some of them. */
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

type Part = Partial<PageQuery>;

/** All facets that a part of a list is filtered by. */
const facetsIn = ({ isWaiting, facets = [] }: Part) =>
  isWaiting ? [facetNames.waiting, ...facets] : facets;

function partOf(db: Db, kind: Received, part: Part, limit: number) {
  const { status = '', isWaiting = false, before = '', after = '' } = part;
  const { rows, id } = rowsWithFacets(db, kind, facetsIn(part));
  return rows
    .$if(status !== '' && !isWaiting, (rows) => rows.where(`${kind}.status`, '=', status))
    .$if(before !== '', (rows) => rows.where(id, '<', before))
    .$if(after !== '', (rows) => rows.where(id, '>', after))
    .orderBy(id, directionOf(part))
    .limit(limit);
}

const rowsOf = <K extends Received>(db: Db, kind: K, part: Part, limit: number) =>
  partOf(db, kind, part, limit).selectAll(kind).execute() as unknown as Promise<Tables[K][]>;

/** The ids and statuses of the rows that match. */
async function matchesOf(
  { db, search }: ListDeps,
  kind: Received,
  part: Part & Pick<PageQuery, 'wanted'>,
  limit: number,
): Promise<Match[]> {
  const { wanted, status, isWaiting, before, after } = part;
  if (!canMatch(wanted)) return [];
  if (wanted === '') {
    const rows = partOf(db, kind, part, limit).select([`${kind}.id`, `${kind}.status`]);
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
  order: Part = {},
): Promise<Tables[K][]> {
  if (ids.length === 0) return [];
  const query = db
    // TypeScript does not resolve the columns of a generic table; these three have the same key.
    .selectFrom(kind as 'ideas')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', sortedDirection(order));
  return query.execute() as unknown as Promise<Tables[K][]>;
}
