import { Follow, FollowAsked, FollowDraft } from '#contract/follow.ts';
import { NotFound } from '../errors.ts';
import { askToFollow, confirmFollow, endFollow, findFollow } from '../store/follow.ts';
import { countOrRefuse } from '../store/limit.ts';
import type { ApiDeps } from './deps.ts';
import { formLimits, limitKey, networkOf, secretLimit } from './limits.ts';
import { type Call, get, postForAnswer, postWithoutAnswer, type Route } from './route.ts';

/**
 * The routes for following an idea by e-mail. They answer 404 if mail is not configured. In `/api/ideas/:id`, `:id` is
 * the id of an idea; in `/api/follows/:id` it is the secret from a mail. GET does not confirm, because mail scanners
 * open links.
 */
export function followRoutes({ db, clock, rateLimits, mail }: ApiDeps): Route[] {
  const open = { access: 'public', errors: [429] } as const;

  const checkMailAndLimit = async ({ address }: Pick<Call, 'address'>) => {
    if (!mail) throw new NotFound('address');
    if (!rateLimits) return;
    const key = limitKey('follow', networkOf(address));
    await countOrRefuse(db, [{ key, limit: secretLimit }], clock());
  };

  return [
    postForAnswer(
      '/api/ideas/:id/follow',
      {
        ...open,
        errors: [409, 429],
        summary: 'Follow an idea by e-mail: the address is asked to confirm',
        body: FollowDraft,
        answer: FollowAsked,
      },
      async ({ id, body, address, write }) => {
        if (!mail) throw new NotFound('address');
        const network = networkOf(address);
        const limits = rateLimits
          ? formLimits.map((limit) => ({ key: limitKey('follows', limit.seconds, network), limit }))
          : [];
        await write((tx) => askToFollow(tx, { ideaId: id, email: body.email }, limits, clock()));
        return { isAsked: true };
      },
    ),
    get(
      '/api/follows/:id',
      {
        ...open,
        errors: [429],
        summary: 'What a link in a mail follows',
        answer: Follow,
        isUncached: true,
      },
      async (call) => {
        await checkMailAndLimit(call);
        return findFollow(db, call.id);
      },
    ),
    postWithoutAnswer(
      '/api/follows/:id/confirm',
      { ...open, errors: [429], summary: 'Confirm the address' },
      async (call) => {
        await checkMailAndLimit(call);
        await call.write((tx) => confirmFollow(tx, call.id, clock()));
      },
    ),
    postWithoutAnswer(
      '/api/follows/:id/end',
      { ...open, errors: [429], summary: 'End it, and delete the address' },
      async (call) => {
        await checkMailAndLimit(call);
        await call.write((tx) => endFollow(tx, call.id));
      },
    ),
  ];
}
