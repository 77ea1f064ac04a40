import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PressCounts, PressKind, StaffPresses } from '#contract/press.ts';
import { foundOrThrow } from './change.ts';
import { newId } from './id.ts';
import { type Counted, countOrRefuse } from './limit.ts';
import { takeLock } from './lock.ts';
import type { Db } from './store.ts';

/**
 * A press is a visitor's "I have this too" or "I can help" for an idea. Each browser has at most one press of each kind
 * for an idea. At most one per idea, kind, network and day is counted. Counts have their own table: a press does not
 * change the version of the idea, so it causes no 412 for staff and does not invalidate cached lists of ideas.
 */

export interface Press {
  ideaId: string;
  kind: PressKind;
  /** The secret that the browser keeps for its presses. */
  browser: string;
  network: string;
  isPressed: boolean;
  name?: string | null | undefined;
  email?: string | null | undefined;
}

const columns = { 'me-too': 'me_too', 'can-help': 'can_help' } as const;

/** Saves a press, or removes it if `isPressed` is false. A repeated request does not change the counts again. */
export async function changePress(
  tx: Db,
  press: Press,
  limits: Counted[],
  now: Date,
): Promise<PressCounts> {
  // Without the lock, an erasure of the idea could commit between this check and the insert of the press.
  await takeLock(tx, 'staff');
  const { ideaId } = press;
  foundOrThrow(
    'ideas',
    await tx.selectFrom('ideas').select('id').where('id', '=', ideaId).executeTakeFirst(),
  );
  if (limits.length > 0) await countOrRefuse(tx, limits, now);
  if (press.isPressed) await savePress(tx, press, now);
  else await removePress(tx, press);
  return countsOf(tx, ideaId);
}

async function savePress(tx: Db, press: Press, now: Date): Promise<void> {
  const { ideaId, kind, network, name, email } = press;
  const browser_hash = browserHash(press);
  const details = kind === 'can-help' ? { name: name ?? null, email: email ?? null } : noDetails;
  const earlier = await tx
    .selectFrom('presses')
    .select('id')
    .where((row) => row.and({ idea_id: ideaId, kind, browser_hash }))
    .executeTakeFirst();
  if (earlier) {
    // If the request has neither a name nor an address, the saved ones stay.
    if (name === undefined && email === undefined) return;
    await tx.updateTable('presses').set(details).where('id', '=', earlier.id).execute();
    return;
  }
  const network_hash = createHmac('sha256', await dayKey(tx, now))
    .update(network)
    .digest('base64url');
  const other = await tx
    .selectFrom('presses')
    .select('id')
    .where((row) => row.and({ idea_id: ideaId, kind, network_hash }))
    .executeTakeFirst();
  await tx
    .insertInto('presses')
    .values({
      id: newId(now),
      idea_id: ideaId,
      kind,
      browser_hash,
      network_hash: other ? null : network_hash,
      is_counted: other ? 0 : 1,
      created_at: now.toISOString(),
      ...details,
    })
    .execute();
  if (!other) await count(tx, ideaId, kind, 1);
}

const noDetails = { name: null, email: null };

async function removePress(tx: Db, press: Press): Promise<void> {
  const { ideaId, kind } = press;
  const row = await tx
    .deleteFrom('presses')
    .where((row) => row.and({ idea_id: ideaId, kind, browser_hash: browserHash(press) }))
    .returning('is_counted')
    .executeTakeFirst();
  if (row?.is_counted) await count(tx, ideaId, kind, -1);
}

/** The hash includes the idea, so that the table does not link the presses of one browser for several ideas. */
const browserHash = ({ ideaId, browser }: Press) =>
  createHash('sha256').update(`${ideaId} ${browser}`).digest('base64url');

async function count(tx: Db, ideaId: string, kind: PressKind, by: 1 | -1): Promise<void> {
  const column = columns[kind];
  const none = { me_too: 0, can_help: 0 };
  await tx
    .insertInto('press_counts')
    .values({ idea_id: ideaId, ...none, [column]: Math.max(0, by) })
    .onConflict((conflict) =>
      conflict
        .column('idea_id')
        .doUpdateSet({ [column]: sql`${sql.ref(`press_counts.${column}`)} + ${sql.lit(by)}` }),
    )
    .execute();
}

const keyName = 'press_key';
const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/**
 * Returns the key with which the networks of this day are hashed. Each day has a new key. `sweepPresses` deletes the
 * old key and its hashes, so that nobody can find out later from which network a press came.
 */
async function dayKey(tx: Db, now: Date): Promise<string> {
  const today = `${dayOf(now)} `;
  const read = () =>
    tx.selectFrom('meta').select('value').where('key', '=', keyName).executeTakeFirst();
  const stored = (await read())?.value ?? '';
  if (stored.startsWith(today)) return stored;
  const value = today + randomBytes(32).toString('base64url');
  await tx
    .insertInto('meta')
    .values({ key: keyName, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  return value;
}

/** Returns the counts of an idea. Throws NotFound if the idea is not public. */
export async function findPressCounts(db: Db, ideaId: string): Promise<PressCounts> {
  const row = await db
    .selectFrom('ideas')
    .leftJoin('press_counts', 'press_counts.idea_id', 'ideas.id')
    .select(['ideas.id', 'me_too', 'can_help'])
    .where('ideas.id', '=', ideaId)
    .executeTakeFirst();
  return toCounts(foundOrThrow('ideas', row));
}

async function countsOf(db: Db, ideaId: string): Promise<PressCounts> {
  const row = await db
    .selectFrom('press_counts')
    .select(['me_too', 'can_help'])
    .where('idea_id', '=', ideaId)
    .executeTakeFirst();
  return toCounts(row ?? { me_too: 0, can_help: 0 });
}

const toCounts = (row: { me_too: number | null; can_help: number | null }): PressCounts => ({
  meToo: row.me_too ?? 0,
  canHelp: row.can_help ?? 0,
});

/** The maximum number of helpers of an idea that staff see. */
const mostHelpers = 100;

export async function findStaffPresses(db: Db, ideaId: string): Promise<StaffPresses> {
  return { ...(await findPressCounts(db, ideaId)), helpers: await listHelpers(db, ideaId) };
}

/** Lists the helpers who left a name or an e-mail address, newest first. */
export async function listHelpers(db: Db, ideaId: string): Promise<StaffPresses['helpers']> {
  const rows = await db
    .selectFrom('presses')
    .select(['id', 'name', 'email', 'created_at'])
    .where('idea_id', '=', ideaId)
    .where((row) => row.or([row('name', 'is not', null), row('email', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(mostHelpers)
    .execute();
  return rows.map(({ id, name, email, created_at }) => ({ id, name, email, at: created_at }));
}

/** Deletes all presses of an idea, and their counts. */
export async function erasePresses(tx: Db, ideaId: string): Promise<void> {
  for (const table of ['presses', 'press_counts'] as const) {
    await tx.deleteFrom(table).where('idea_id', '=', ideaId).execute();
  }
}

/**
 * Deletes the key and the network hashes of earlier days, and presses of earlier days that were not counted and have no
 * name or address. If a browser takes a deleted press back later, nothing changes.
 */
export async function sweepPresses(db: Db, now: Date): Promise<void> {
  const today = dayOf(now);
  await db
    .updateTable('presses')
    .set({ network_hash: null })
    .where('network_hash', 'is not', null)
    .where('created_at', '<', today)
    .execute();
  await db
    .deleteFrom('presses')
    .where('is_counted', '=', sql.lit(0))
    .where('name', 'is', null)
    .where('email', 'is', null)
    .where('created_at', '<', today)
    .execute();
  await db
    .deleteFrom('meta')
    .where('key', '=', keyName)
    .where('value', 'not like', `${today} %`)
    .execute();
}

/** Removes the names and e-mail addresses from presses that are older than `before`. */
export async function anonymiseHelpers(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('presses')
    .set(noDetails)
    .where((row) => row.or([row('name', 'is not', null), row('email', 'is not', null)]))
    .where('created_at', '<', before.toISOString())
    .execute();
}
