import { PressChange, Presses } from '#contract/press.ts';
import { changePress, findPressCounts } from '../store/press.ts';
import type { ApiDeps } from './deps.ts';
import { limitKey, networkOf, pressLimits } from './limits.ts';
import { get, put, type Route } from './route.ts';

/** The routes of the buttons "I have this too" and "I can help". `:id` is the id of the idea. */
export const pressRoutes = ({ db, clock, rateLimits, mail }: ApiDeps): Route[] => [
  get(
    '/api/presses/:id',
    {
      access: 'public',
      summary: 'How many have pressed "I have this too" and "I can help"',
      answer: Presses,
    },
    async ({ id }) => ({ ...(await findPressCounts(db, id)), canFollow: mail !== undefined }),
  ),
  put(
    '/api/presses/:id',
    {
      access: 'public',
      summary: 'Press one of them, or take the press back',
      body: PressChange,
      answer: Presses,
      errors: [429],
    },
    async ({ id, body, address, write }) => {
      const network = networkOf(address);
      const limits = rateLimits
        ? pressLimits.map((limit) => ({ key: limitKey('press', limit.seconds, network), limit }))
        : [];
      const press = { ideaId: id, network, ...body };
      const counts = await write((tx) => changePress(tx, press, limits, clock()));
      return { ...counts, canFollow: mail !== undefined };
    },
  ),
];
