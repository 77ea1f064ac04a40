import {
  PasswordAgain,
  RecoveryCodes,
  SecondFactor,
  SecondFactorDraft,
} from '#contract/second-factor.ts';
import { Conflict, Invalid } from '../errors.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
} from '../store/second-factor.ts';
import { endSessions } from '../store/session.ts';
import { findStep } from '../totp.ts';
import type { ApiDeps } from './deps.ts';
import { checkOwnPassword } from './own-password.ts';
import { get, postForAnswer, type Route } from './route.ts';

/**
 * The routes of the caller's own second factor. The POST routes take no Idempotency-Key, because a saved response would
 * contain recovery codes in plain text. The database has only their hashes. A repeated request does no harm.
 */
export function secondFactorRoutes(deps: ApiDeps): Route[] {
  const { db, clock } = deps;
  const own = { access: 'settings', hasPassword: true, errors: [429] } as const;
  return [
    get(
      '/api/admin/profile/second-factor',
      { access: 'settings', summary: 'Your own second factor', answer: SecondFactor },
      ({ user }) => findSecondFactor(db, user.id),
    ),
    postForAnswer(
      '/api/admin/profile/second-factor/on',
      {
        ...own,
        summary: 'Switch on your second factor, or set up another app; all other sessions end',
        body: SecondFactorDraft,
        answer: RecoveryCodes,
      },
      async ({ body: { password, secret, code }, user, tokenHash, write }) => {
        await checkOwnPassword(deps, user, password, 'password');
        const lastStep = findStep(secret, code.replace(/\s/g, ''), clock(), 0);
        if (lastStep === undefined) {
          throw new Invalid({
            code: 'This is not the code that your app should show now. Check that the time of your phone is right.',
          });
        }
        return write(async (tx) => {
          // Ends the other sessions, because somebody may have opened one with the password alone.
          await endSessions(tx, user.id, tokenHash);
          return { recoveryCodes: await enableSecondFactor(tx, user.id, { secret, lastStep }) };
        });
      },
    ),
    postForAnswer(
      '/api/admin/profile/second-factor/codes',
      {
        ...own,
        errors: [409, 429],
        summary: 'Make new recovery codes; those from before no longer work',
        body: PasswordAgain,
        answer: RecoveryCodes,
      },
      async ({ body, user, write }) => {
        await checkOwnPassword(deps, user, body.password, 'password');
        return write(async (tx) => {
          if (!(await hasSecondFactor(tx, user.id)))
            throw new Conflict('Your second factor is off.');
          return { recoveryCodes: await renewRecoveryCodes(tx, user.id) };
        });
      },
    ),
    postForAnswer(
      '/api/admin/profile/second-factor/off',
      {
        ...own,
        summary: 'Switch off your second factor',
        body: PasswordAgain,
        answer: SecondFactor,
      },
      async ({ body, user, write }) => {
        await checkOwnPassword(deps, user, body.password, 'password');
        return write(async (tx) => {
          await disableSecondFactor(tx, user.id);
          return findSecondFactor(tx, user.id);
        });
      },
    ),
  ];
}
