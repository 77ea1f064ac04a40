import { randomInt } from 'node:crypto';
import type { Config } from './config.ts';
import type { Passwords } from './passwords.ts';
import { fillWithDemo } from './store/demo.ts';
import type { Db } from './store/store.ts';
import { createFirstAdmin, hasAdmin } from './store/user.ts';

/** What a new database gets: demo content, unless that is off, and the first admin. */
export async function prepareFirstStart(
  db: Db,
  config: Pick<Config, 'adminUsername' | 'adminPassword' | 'demoContent'>,
  passwords: Passwords,
  now: Date,
): Promise<{ filled: boolean; madeAdmin?: { username: string; generated: string | undefined } }> {
  const filled = config.demoContent && (await fillWithDemo(db, now));
  if (await hasAdmin(db)) return { filled };
  const generated = config.adminPassword === undefined ? newPassword() : undefined;
  const admin = {
    username: config.adminUsername,
    passwordHash: await passwords.hash(config.adminPassword ?? generated ?? ''),
  };
  const made = await createFirstAdmin(db, admin, now);
  return made ? { filled, madeAdmin: { username: made.username, generated } } : { filled };
}

/** Twenty letters that are hard to mistake for each other: about 95 bits. */
const newPassword = () => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
};
