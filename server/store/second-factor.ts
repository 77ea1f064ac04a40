import { randomBytes } from 'node:crypto';
import { encodeBase32 } from '#contract/base32.ts';
import { recoveryCodeCount, type SecondFactor } from '#contract/second-factor.ts';
import { findStep } from '../totp.ts';
import { foundOrThrow } from './change.ts';
import { type Actor, record } from './history.ts';
import { secretHashOf } from './receipt.ts';
import type { Db } from './store.ts';

/**
 * The second factor of a user: an authenticator app, and recovery codes in case the app is lost. Backups contain no
 * secret of an app: after a restore the second factor is still on, but only recovery codes work until the app is set up
 * again.
 *
 * Callers of functions that write must have the lock of staff (`takeLock(tx, 'staff')`).
 */

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const isOn = await hasSecondFactor(db, userId);
  const secret = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { isOn, hasApp: secret !== undefined, recoveryCodesLeft: Number(count) };
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('has_second_factor')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.has_second_factor === 1;
}

/** Switches the second factor on, or replaces the app. Returns new recovery codes. */
export async function enableSecondFactor(
  tx: Db,
  userId: string,
  { secret, lastStep }: { secret: string; lastStep: number },
): Promise<string[]> {
  await clear(tx, userId);
  await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret, last_step: lastStep })
    .execute();
  await tx.updateTable('users').set({ has_second_factor: 1 }).where('id', '=', userId).execute();
  return renewRecoveryCodes(tx, userId);
}

export async function disableSecondFactor(tx: Db, userId: string): Promise<void> {
  await clear(tx, userId);
  await tx.updateTable('users').set({ has_second_factor: 0 }).where('id', '=', userId).execute();
}

async function clear(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Switches off the second factor of a user who has lost it, and adds this to the history. */
export async function disableFactorOf(tx: Db, userId: string, by: Actor): Promise<void> {
  const user = foundOrThrow(
    'users',
    await tx
      .selectFrom('users')
      .select('has_second_factor')
      .where('id', '=', userId)
      .executeTakeFirst(),
  );
  if (user.has_second_factor === 0) return;
  await disableSecondFactor(tx, userId);
  await record(tx, 'users', userId, by, [{ what: 'second factor off' }]);
}

/** Creates new recovery codes. Earlier codes stop working. */
export async function renewRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const codes = Array.from({ length: recoveryCodeCount }, () => encodeBase32(randomBytes(10)));
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: secretHashOf(code), user_id: userId })))
    .execute();
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-').toLowerCase());
}

/** Uses up a code of the app or a recovery code. Returns false if the code is wrong or was used before. */
export async function spendCode(
  tx: Db,
  userId: string,
  given: string,
  now: Date,
): Promise<boolean> {
  const code = given.replace(/[\s-]/g, '').toUpperCase();
  return /^\d{6}$/.test(code)
    ? spendAppCode(tx, userId, code, now)
    : spendRecovery(tx, userId, code);
}

async function spendAppCode(tx: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const app = await tx
    .selectFrom('totp_secrets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const step = app && findStep(app.secret, code, now, app.last_step);
  if (step === undefined) return false;
  await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

/** Finds the code by its hash, so that the duration of the query reveals nothing about the code. */
async function spendRecovery(tx: Db, userId: string, code: string): Promise<boolean> {
  const spent = await tx
    .deleteFrom('recovery_codes')
    .where((row) => row.and({ code_hash: secretHashOf(code), user_id: userId }))
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}
