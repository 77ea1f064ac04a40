import { canOpen } from '#contract/access.ts';
import { waitingStatuses } from '#contract/inbox.ts';
import type { User } from '#contract/user.ts';
import type { Waiting } from '#contract/waiting.ts';
import { site } from '#site.config.ts';
import { facets, rowsWithFacets } from './facets.ts';
import { nameColumns } from './history.ts';
import { firstIdAt } from './id.ts';
import type { Db } from './store.ts';
import { type Received, received } from './tables.ts';

/** The hours after which an answer is overdue. For contacts, public pages promise an answer within this time. */
const allowedHours: Record<Received, number> = {
  ideas: site.answerDays.ideas * 24,
  applications: site.answerDays.applications * 24,
  contacts: site.hours.answer,
};

/** The maximum number of submissions of each kind that are counted as overdue, or as the user's own. */
const mostCounted = 1000;
const mostListed = 8;

/** Finds the submissions that wait for an answer, of the kinds that the user may open. */
export async function findWaiting(db: Db, { id, role }: User, now: Date): Promise<Waiting> {
  const kinds = received.filter((kind) => canOpen(role, kind));
  const found: Waiting = { kinds: [], mine: 0, oldest: [] };
  for (const kind of kinds) {
    const hours = allowedHours[kind];
    const due = now.getTime() - hours * 60 * 60_000;
    found.kinds.push({
      kind,
      count: await countWaiting(db, kind),
      overdue: await countUpTo(db, kind, [facets.waiting], firstIdAt(due)),
      allowedHours: hours,
    });
    found.mine += await countUpTo(db, kind, [facets.owner(id), facets.waiting]);
    found.oldest.push(...(await oldestOf(db, kind)));
  }
  found.oldest.sort((one, other) => (one.id < other.id ? -1 : 1));
  found.oldest.length = Math.min(found.oldest.length, mostListed);
  return found;
}

async function countWaiting(db: Db, kind: Received): Promise<number> {
  const rows = await db
    .selectFrom('status_counts')
    .select('count')
    .where('kind', '=', kind)
    .where('status', 'in', [...waitingStatuses[kind]])
    .execute();
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

/** Counts rows with all of these facets, and with ids smaller than `before` if it is given, up to `mostCounted`. */
async function countUpTo(db: Db, kind: Received, wanted: string[], before?: string) {
  const { rows, id } = rowsWithFacets(db, kind, wanted);
  const found = await rows
    .select(id)
    .$if(before !== undefined, (rows) => rows.where(id, '<', before))
    .limit(mostCounted)
    .execute();
  return found.length;
}

async function oldestOf(db: Db, kind: Received): Promise<Waiting['oldest']> {
  const { rows, id } = rowsWithFacets(db, kind, [facets.waiting]);
  const found = await rows
    .select([
      `${kind}.id`,
      `${kind}.${nameColumns[kind]} as name`,
      `${kind}.created_at`,
      `${kind}.owner_id`,
    ])
    .orderBy(id)
    .limit(mostListed)
    .execute();
  return (found as OldestRow[]).map((row) => ({
    kind,
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    ...(row.owner_id !== null && { ownerId: row.owner_id }),
  }));
}

interface OldestRow {
  id: string;
  name: string;
  created_at: string;
  owner_id: string | null;
}
