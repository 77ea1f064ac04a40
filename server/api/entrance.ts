import { randomBytes } from 'node:crypto';
import { InvitationAnswer, InvitationSecret, OwnInvitation } from '#contract/invitation.ts';
import { OidcAnswer, OidcStart, SignInWays } from '#contract/oidc.ts';
import { SignedIn } from '#contract/user.ts';
import { NotFound, Unauthorized } from '../errors.ts';
import { acceptInvitation, findInvitation, findInvitationByEmail } from '../store/invitation.ts';
import { countOrRefuse } from '../store/limit.ts';
import { takeLock } from '../store/lock.ts';
import type { InvitationRow } from '../store/state-rows.ts';
import type { Db } from '../store/store.ts';
import { findCredentials } from '../store/user.ts';
import type { ApiDeps } from './deps.ts';
import { entranceLimit, limitKey, networkOf } from './limits.ts';
import { type Call, get, postForAnswer, postWithoutBody, type Route } from './route.ts';
import { openSession } from './sessions.ts';

/** The routes for signing in through the link of an invitation or through an OpenID Connect provider. */
export function entranceRoutes({ db, clock, rateLimits, passwords, oidc }: ApiDeps): Route[] {
  const publicAccess = { access: 'public' } as const;

  const checkLimit = async ({ address }: Pick<Call, 'address'>) => {
    if (!rateLimits) return;
    const key = limitKey('entrance', networkOf(address));
    await countOrRefuse(db, [{ key, limit: entranceLimit }], clock());
  };

  /** Creates the invited user, and signs them in. */
  async function join(tx: Db, invitation: InvitationRow, passwordHash: string): Promise<SignedIn> {
    const { id, username, role, version } = await acceptInvitation(
      tx,
      invitation,
      { passwordHash },
      clock(),
    );
    const user = { id, username, role, version };
    const signedIn = await openSession(tx, { user, passwordHash }, clock());
    if (!signedIn) throw new Unauthorized();
    return signedIn;
  }

  return [
    get(
      '/api/admin/sign-in',
      { ...publicAccess, summary: 'The ways to sign in', answer: SignInWays, isUncached: true },
      async () => ({ oidc: oidc?.name ?? null }),
    ),
    postForAnswer(
      '/api/admin/invite',
      {
        ...publicAccess,
        errors: [404, 429],
        summary: 'The invitation behind a link',
        body: InvitationSecret,
        answer: OwnInvitation,
      },
      async (call) => {
        await checkLimit(call);
        const row = await findInvitation(db, call.body.secret, clock());
        const { username, email, role, ends_at } = row;
        return { username, email, role, endsAt: ends_at };
      },
    ),
    postForAnswer(
      '/api/admin/invite/accept',
      {
        ...publicAccess,
        errors: [404, 429],
        summary: 'Accept an invitation: choose a password, and be signed in',
        body: InvitationAnswer,
        hasPassword: true,
        answer: SignedIn,
      },
      async (call) => {
        const { secret, password } = call.body;
        await checkLimit(call);
        // Checks the secret first, so that a guessed secret does not cause a slow password hash.
        await findInvitation(db, secret, clock());
        const passwordHash = await passwords.hash(password);
        return call.write(async (tx) => {
          await takeLock(tx, 'staff');
          return join(tx, await findInvitation(tx, secret, clock()), passwordHash);
        });
      },
    ),
    postWithoutBody(
      '/api/admin/oidc/start',
      {
        ...publicAccess,
        errors: [404, 429],
        summary: 'Begin a sign-in with the provider',
        answer: OidcStart,
      },
      async (call) => {
        if (!oidc) throw new NotFound('address');
        await checkLimit(call);
        return oidc.start(clock());
      },
    ),
    postForAnswer(
      '/api/admin/oidc/finish',
      {
        ...publicAccess,
        errors: [401, 404, 429],
        summary: "Finish a sign-in with the provider's answer",
        body: OidcAnswer,
        answer: SignedIn,
      },
      async (call) => {
        if (!oidc) throw new NotFound('address');
        await checkLimit(call);
        const email = await oidc.finish(call.body, clock());
        const isInvited = email !== undefined && (await findInvitationByEmail(db, email, clock()));
        // A user who joins through the provider gets a random password that nobody knows. An admin can set another one.
        const passwordHash = isInvited ? await passwords.hash(randomBytes(32).toString('hex')) : '';
        const signedIn = await call.write(async (tx) => {
          if (email === undefined) return undefined;
          await takeLock(tx, 'staff');
          const found = await findCredentials(tx, { email });
          if (found) return openSession(tx, found, clock());
          const invitation = passwordHash && (await findInvitationByEmail(tx, email, clock()));
          return invitation ? join(tx, invitation, passwordHash) : undefined;
        });
        // An unverified address and an address without an account get the same answer, so that the answer does not tell
        // who has an account.
        if (!signedIn) throw new Unauthorized(notInvited);
        return signedIn;
      },
    ),
  ];
}

const notInvited =
  'This account opens nothing here. Ask an admin of the lab to invite you with your e-mail address.';
