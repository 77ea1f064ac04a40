import { sql } from 'kysely';
import type { Stats } from '#contract/stats.ts';
import type { Db } from './store.ts';

/** `inception` is the month in which the lab began, as YYYY-MM. `teamMembers` is the sum of all pods' team sizes. */
export async function readStats(db: Db, inception: string, now: Date): Promise<Stats> {
  const apps = await db
    .selectFrom('apps')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const pods = await db
    .selectFrom('pods')
    .select([
      sql<number>`coalesce(sum(case when status = 'Active' then 1 else 0 end), 0)`.as('active'),
      sql<number>`coalesce(sum(team_size), 0)`.as('members'),
    ])
    .executeTakeFirstOrThrow();
  // PostgreSQL counts in bigint, which its driver returns as strings.
  return {
    totalApps: Number(apps.total),
    activePods: Number(pods.active),
    teamMembers: Number(pods.members),
    monthsSinceInception: wholeMonths(inception, now),
  };
}

export function wholeMonths(inception: string, now: Date): number {
  const [year = 0, month = 1] = inception.split('-').map(Number);
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() - (month - 1);
  return Math.max(0, months);
}
