import { foundOr } from './change.ts';
import { inPieces, type Pieces } from './pieces.ts';
import type { Match, Search, Wanted } from './search.ts';
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
  /** Only rows that are newer than the one with this id, and of these the oldest. Empty: from the newest on. */
  after: string;
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
  /** True if there are older rows than those of this page. */
  hasOlder: boolean;
}

/** A kind of submission, as the list shows it. */
export interface ListOf<K extends Received, Status extends string, Item> {
  kind: K;
  statuses: readonly Status[];
  toItem(row: Tables[K]): Item;
}

/** A search counts no further, or up to the limit of the page. Each match costs PostgreSQL the reading of a text. */
const countLimit = 200;

/** Finds one page of a list, newest first. The cost does not depend on the length of the list. */
export async function findPage<K extends Received, Status extends string, Item>(
  { db, search }: ListDeps,
  { kind, statuses, toItem }: ListOf<K, Status, Item>,
  query: PageQuery,
): Promise<Page<Item, Status>> {
  const { wanted, status, before, after, limit } = query;
  const isKnown = (given: string): given is Status => statuses.some((each) => each === given);
  // PostgreSQL refuses some characters, so an unknown status does not reach it.
  const isEmpty = status !== '' && !isKnown(status);
  const totalOf = (counts: Record<Status, number>) =>
    isEmpty ? 0 : isKnown(status) ? counts[status] : sumOf(counts);

  if (wanted === '') {
    const counts = countsOf(statuses, await storedCounts(db, kind));
    const rows = isEmpty ? [] : await rowsOf(db, kind, { ...query, limit: limit + 1 });
    const page = { total: totalOf(counts), counts, isAtLeast: false };
    return { items: onPage(rows, query).map(toItem), ...page, hasOlder: hasOlder(rows, query) };
  }
  const most = Math.max(countLimit, limit);
  const matches = canMatch(wanted) ? await search({ kind, text: wanted, limit: most + 1 }) : [];
  const isAtLeast = matches.length > most;
  const counted = matches.slice(0, most).map(({ status }) => ({ status, count: 1 }));
  const counts = countsOf(statuses, counted);
  const page = { total: totalOf(counts), counts, isAtLeast };
  if (isEmpty) return { items: [], ...page, hasOlder: false };
  const narrowing = {
    status: status || undefined,
    before: before || undefined,
    after: after || undefined,
  };
  const isNarrowed = status !== '' || before !== '' || after !== '';
  const found =
    isAtLeast && isNarrowed
      ? await search({ kind, text: wanted, ...narrowing, limit: limit + 1 })
      : matches
          .filter((match) => isOn(match, narrowing))
          .toSorted(after ? oldestFirst : newestFirst);
  const ids = onPage(found, query).map(({ id }) => id);
  const rows = await rowsByIds(db, kind, ids);
  return { items: rows.map(toItem), ...page, hasOlder: hasOlder(found, query) };
}

/** The rows of the page, newest first. There may be one more row, and with `after` the oldest come first. */
const onPage = <Row>(rows: Row[], { after, limit }: PageQuery): Row[] =>
  after ? rows.slice(0, limit).reverse() : rows.slice(0, limit);

/** With `after` the row of this id is older. */
const hasOlder = (rows: unknown[], { after, limit }: PageQuery) =>
  after !== '' || rows.length > limit;

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
  { db, search }: ListDeps,
  { kind, statuses, toItem }: ListOf<K, string, Item>,
  { wanted, status }: Pick<PageQuery, 'wanted' | 'status'>,
): Pieces<Item> => {
  const limit = 100;
  const isEmpty = !canMatch(wanted) || (status !== '' && !statuses.includes(status));
  async function read(last: Tables[K] | undefined): Promise<Tables[K][]> {
    if (isEmpty) return [];
    const before = last?.id ?? '';
    if (wanted === '') return rowsOf(db, kind, { status, before, after: '', limit });
    const matches = await search({
      kind,
      text: wanted,
      status: status || undefined,
      before: before || undefined,
      limit,
    });
    return rowsByIds(
      db,
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
  const read = (last: Tables[K] | undefined) =>
    rowsOf(db, kind, { status: '', before: last?.id ?? '', after: '', limit });
  return inPieces(limit, read, toItem);
};

const isOn = (
  match: Match,
  { status, before, after }: Pick<Wanted, 'status' | 'before' | 'after'>,
) =>
  (status === undefined || match.status === status) &&
  (before === undefined || match.id < before) &&
  (after === undefined || match.id > after);

/** A search returns rows of the same millisecond in the order in which they arrived. */
const newestFirst = (one: Match, other: Match) => (one.id < other.id ? 1 : -1);
const oldestFirst = (one: Match, other: Match) => newestFirst(other, one);

/** No text has control characters: see fields.ts. PostgreSQL refuses some of them. */
export const canMatch = (wanted: string) =>
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
  { status, before, after, limit }: Omit<PageQuery, 'wanted'>,
): Promise<Tables[K][]> {
  const query = db
    // TypeScript does not resolve the columns of a generic table; these three have the same key.
    .selectFrom(kind as 'ideas')
    .selectAll()
    .$if(status !== '', (rows) => rows.where('status', '=', status))
    .$if(before !== '', (rows) => rows.where('id', '<', before))
    .$if(after !== '', (rows) => rows.where('id', '>', after))
    .orderBy('id', after === '' ? 'desc' : 'asc')
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
