import {
  type Connection,
  type ConnectionChoice,
  type LineageKind,
  lineageKinds,
  mostConnections,
  partnersOf,
} from '#contract/lineage.ts';
import { foldText } from '#contract/search-text.ts';
import { Invalid } from '../errors.ts';
import { listBlogPage } from './blog.ts';
import { foundOrThrow } from './change.ts';
import { type Actor, record } from './history.ts';
import { listIdeaPage } from './idea.ts';
import type { ListDeps } from './list-page.ts';
import type { Db } from './store.ts';

/** Staff connect ideas with pods, apps and posts, and apps with posts (decision 038). A connection has no direction. */

interface End {
  kind: LineageKind;
  id: string;
}

/** For each kind of entry, the column with its title or name. */
const nameColumns = { blogs: 'title', ideas: 'title', pods: 'name', apps: 'name' } as const;

/** Returns the row of a connection. Its ends are sorted by kind, so the order of the arguments does not matter. */
function rowOf(one: End, other: End) {
  const isFirst = lineageKinds.indexOf(one.kind) < lineageKinds.indexOf(other.kind);
  const [from, to] = isFirst ? [one, other] : [other, one];
  return { from_kind: from.kind, from_id: from.id, to_kind: to.kind, to_id: to.id };
}

/** Takes the `ids` of entries of one `kind`. Returns the ids of the connected entries of the kind `wanted`. */
export async function connectedIds(
  db: Db,
  kind: LineageKind,
  ids: string[],
  wanted: LineageKind,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const isFirst = lineageKinds.indexOf(kind) < lineageKinds.indexOf(wanted);
  const [own, other] = isFirst ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const rows = await db
    .selectFrom('connections')
    .select(`${other}_id as id`)
    .where(`${own}_kind`, '=', kind)
    .where(`${own}_id`, 'in', ids)
    .where(`${other}_kind`, '=', wanted)
    .limit(mostConnections * ids.length)
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns the names or titles by id. Leaves out ids that do not exist, and ideas in the quarantine or the trash. */
async function namesOf(db: Db, kind: LineageKind, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(kind)
    .select(['id', `${nameColumns[kind]} as name`])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Lists the entries that are connected with an idea, pod, app or post. Leaves out ideas in the quarantine or the trash,
 * whose connections stay in the table. Throws NotFound if there is no public entry with this id.
 */
export async function listConnections(
  db: Db,
  kind: LineageKind,
  id: string,
): Promise<Connection[]> {
  await nameOrNotFound(db, { kind, id });
  const lists = await Promise.all(
    partnersOf[kind].map(async (partner) => {
      const names = await namesOf(db, partner, await connectedIds(db, kind, [id], partner));
      return [...names].map(([each, name]) => ({ kind: partner, id: each, name }));
    }),
  );
  return lists.flat();
}

const nameOrNotFound = async (db: Db, { kind, id }: End): Promise<string> =>
  foundOrThrow(kind, (await namesOf(db, kind, [id])).get(id));

/** Connects `one` with `other`. `field` is the request field with the id of `other`, for validation errors. */
export async function connect(
  tx: Db,
  one: End,
  other: ConnectionChoice,
  by: Actor,
  field = 'id',
): Promise<void> {
  const name = await nameOrNotFound(tx, one);
  const otherName = (await namesOf(tx, other.kind, [other.id])).get(other.id);
  if (otherName === undefined || !partnersOf[one.kind].includes(other.kind)) {
    throw new Invalid({ [field]: 'It is not there any more. Choose another one.' });
  }
  for (const [end, partner] of [
    [one, other],
    [other, one],
  ] as const) {
    const connected = await listConnections(tx, end.kind, end.id);
    if (connected.some(({ kind, id }) => kind === partner.kind && id === partner.id)) return;
    if (connected.length >= mostConnections) {
      throw new Invalid({ [field]: `Connect at most ${mostConnections}.` });
    }
  }
  const made = await tx
    .insertInto('connections')
    .values(rowOf(one, other))
    .onConflict((conflict) => conflict.doNothing())
    .returning('from_id')
    .executeTakeFirst();
  if (made) await recordFor([one, name], [other, otherName], 'connected', tx, by);
}

export async function disconnect(
  tx: Db,
  one: End,
  other: ConnectionChoice,
  by: Actor,
): Promise<void> {
  const name = await nameOrNotFound(tx, one);
  const removed = await tx
    .deleteFrom('connections')
    .where((row) => row.and(rowOf(one, other)))
    .returning('from_id')
    .executeTakeFirst();
  if (!removed) return;
  const otherName = (await namesOf(tx, other.kind, [other.id])).get(other.id) ?? '';
  await recordFor([one, name], [other, otherName], 'disconnected', tx, by);
}

/** Adds the change to the history of each connected idea. Pods, apps and posts have no history. */
async function recordFor(
  one: [End, string],
  other: [End, string],
  what: 'connected' | 'disconnected',
  tx: Db,
  by: Actor,
): Promise<void> {
  for (const [[end], [, name]] of [
    [one, other],
    [other, one],
  ] as const) {
    const value = what === 'connected' ? { after: name } : { before: name };
    if (end.kind === 'ideas') await record(tx, 'ideas', end.id, by, [{ what, ...value }]);
  }
}

/** `findConnectable` returns at most this many results of each kind. */
const mostOffered = 6;
/** `findConnectable` searches the names of this many of the newest pods, and of the newest apps. */
const mostLookedAt = 500;

/**
 * Searches for entries that can be connected with an entry of `kind`. `wanted` is folded with `foldSearch`. Within a
 * kind, matches in the name or title come first. Pods and apps are searched by name only.
 */
export async function findConnectable(
  deps: ListDeps,
  kind: LineageKind,
  wanted: string,
): Promise<Connection[]> {
  if ([...wanted].length < 2) return [];
  const lists = await Promise.all(
    partnersOf[kind].map(async (partner) => {
      const entries = await findEntries(deps, partner, wanted);
      const inName = ({ name }: { name: string }) => foldText(name).includes(wanted);
      return [...entries.filter(inName), ...entries.filter((each) => !inName(each))]
        .slice(0, mostOffered)
        .map((each) => ({ kind: partner, ...each }));
    }),
  );
  return lists.flat();
}

async function findEntries(deps: ListDeps, kind: LineageKind, wanted: string) {
  if (kind === 'ideas') {
    const query = { wanted, status: '', before: '', after: '', limit: 48 };
    const { items } = await listIdeaPage(deps, query);
    return items.map(({ id, title }) => ({ id, name: title }));
  }
  if (kind === 'blogs') {
    const query = { wanted, category: '', before: '', limit: 48 };
    const { items } = await listBlogPage(deps.db, query);
    return items.map(({ id, title }) => ({ id, name: title }));
  }
  const rows = await deps.db
    .selectFrom(kind)
    .select(['id', 'name'])
    .orderBy('uid', 'desc')
    .limit(mostLookedAt)
    .execute();
  return rows.filter(({ name }) => foldText(name).includes(wanted));
}
