import { createHash, createHmac } from 'node:crypto';
import { findAnswer, type KeyedWrite, saveAnswer } from '../store/idempotency.ts';
import { takeLock } from '../store/lock.ts';
import { refreshSession } from '../store/session.ts';
import type { Write } from '../store/store.ts';
import type { ApiDeps } from './deps.ts';
import { checkSession, hashToken, readToken } from './guard.ts';
import type { Access, CallHead, Route } from './route.ts';

type StaffRoute = Route & { access: Exclude<Access, 'public'> };

/**
 * Calls a staff route. Checks the session before it reads the body, so that strangers cannot send large bodies, and
 * again afterwards, because the session may end while a slow body arrives.
 */
export async function callAsStaff(
  deps: ApiDeps,
  route: StaffRoute,
  request: Request,
  readHead: () => CallHead,
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  const { db, clock } = deps;
  const token = readToken(request.headers.get('authorization'));
  const tokenHash = hashToken(token);
  const { user, usedAt } = await checkSession(db, route.access, tokenHash, clock());
  await refreshSession(db, tokenHash, usedAt, clock());
  const head = readHead();
  const read = await readBody();
  const admitAgain = () => checkSession(db, route.access, tokenHash, clock());
  if (route.body) await admitAgain();
  const body = route.takesBytes ? thenCheck(read as ReadBytes, admitAgain) : read;
  const keyed = keyedWrite(route, request, head, { body, userId: user.id, token });
  // Answers a repeated request before the handler runs. The handler would refuse a repeated change of password, because
  // the old password in the body is no longer right.
  const first = keyed && (await findAnswer(db, keyed));
  if (first) return first.answer;
  const write = staffWrite(deps, route, { tokenHash, keyed, id: head.id });
  return route.handle({ ...head, body, user, tokenHash, write });
}

type ReadBytes = () => Promise<Uint8Array>;

/** Wraps `read`, which the handler calls for the bytes of a file, so that `check` runs after the last byte. */
const thenCheck =
  (read: ReadBytes, check: () => Promise<unknown>): ReadBytes =>
  async () => {
    const bytes = await read();
    await check();
    return bytes;
  };

/**
 * Returns the `write` of a staff handler. Its transaction takes the staff lock, checks the session and the role again,
 * and saves the answer under the Idempotency-Key. A repeated key gets the saved answer, and `work` does not run.
 */
const staffWrite =
  (
    { write, clock }: ApiDeps,
    { access }: StaffRoute,
    { tokenHash, keyed, id }: { tokenHash: string; keyed: KeyedWrite | undefined; id: string },
  ): Write =>
  <Value>(work: Parameters<Write>[0]) =>
    write(async (tx) => {
      await takeLock(tx, 'staff');
      await checkSession(tx, access, tokenHash, clock());
      const first = keyed && (await findAnswer(tx, keyed));
      if (first) return first.answer as Value;
      const answer = (await work(tx)) as Value;
      if (keyed) await saveAnswer(tx, keyed, answer, clock(), { submissionId: id || undefined });
      return answer;
    });

function keyedWrite(
  { method, hasPassword }: StaffRoute,
  { url }: Request,
  { idempotencyKey: key }: CallHead,
  { body, userId, token }: { body: unknown; userId: string; token: string },
): KeyedWrite | undefined {
  if (!key) return undefined;
  // A plain hash would let somebody who has the database guess the password in the body. The key of the HMAC is the
  // token, which no table contains, so guesses cannot be checked.
  const hash = hasPassword ? createHmac('sha256', token) : createHash('sha256');
  const hashed = JSON.stringify([method, new URL(url).pathname, body]);
  return { scope: `staff ${userId}`, key, bodyHash: hash.update(hashed).digest('base64url') };
}
