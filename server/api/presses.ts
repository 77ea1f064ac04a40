import { PressChange, PressCounts } from '#contract/press.ts';
import { changePress, findPresses } from '../store/press.ts';
import type { ApiDeps } from './deps.ts';
import { limitKey, networkOf, pressLimits } from './limits.ts';
import { get, put, type Route } from './route.ts';

/** What visitors say about an idea with one press: `:id` is that of the idea. */
export const pressRoutes = ({ db, clock, rateLimits }: ApiDeps): Route[] => [
  get(
    '/api/presses/:id',
    {
      access: 'public',
      summary: 'How many have pressed "I have this too" and "I can help"',
      answer: PressCounts,
    },
    ({ id }) => findPresses(db, id),
  ),
  put(
    '/api/presses/:id',
    {
      access: 'public',
      summary: 'Press one of them, or take the press back',
      body: PressChange,
      answer: PressCounts,
      errors: [429],
    },
    ({ id, body, address, write }) => {
      const network = networkOf(address);
      const limits = rateLimits
        ? pressLimits.map((limit) => ({ key: limitKey('press', limit.seconds, network), limit }))
        : [];
      return write((tx) => changePress(tx, { ideaId: id, network, ...body }, limits, clock()));
    },
  ),
];
