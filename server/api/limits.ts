import { createHash } from 'node:crypto';
import type { Limit } from '../store/limit.ts';

const minutes = 60;
const days = 24 * 60 * minutes;

/** Limits submissions of each public form, and requests to follow an idea, for each network (`networkOf`). */
export const formLimits: Limit[] = [
  { points: 10, seconds: 1 * minutes },
  { points: 60, seconds: 60 * minutes },
];

/** For each network, limits calls with the secret of a receipt, and separately those with the secret of a follower. */
export const secretLimit: Limit = { points: 60, seconds: 1 * minutes };

/** For each network, limits calls with an invitation's secret and calls for a sign-in with the provider, together. */
export const entranceLimit: Limit = { points: 30, seconds: 1 * minutes };

/** Limits presses of "I have this too" and "I can help" for each network. */
export const pressLimits: Limit[] = [
  { points: 20, seconds: 1 * minutes },
  { points: 200, seconds: 1 * days },
];

/** Limits failed sign-ins (`admitAttempt` in sessions.ts). For `address` see `networkOf`, for `site` see `siteOf`. */
export const loginLimits = {
  accountAndAddress: { points: 5, seconds: 10 * minutes },
  address: { points: 30, seconds: 10 * minutes },
  site: { points: 120, seconds: 10 * minutes },
  /** For an account: all unknown networks are counted together, and each known network (`knownSeconds`) by itself. */
  account: { points: 100, seconds: 1 * days },
  /**
   * For an account and a site: the late tries. Those are the tries after all unknown networks together have used up
   * `account`.
   */
  lateTry: { points: 1, seconds: 1 * days },
  /** For an account: the late tries of all sites together. */
  lateTries: { points: 400, seconds: 1 * days },
} satisfies Record<string, Limit>;

/** How long a network stays known for an account after a sign-in. A known network has its own count for `account`. */
export const knownSeconds = 30 * days;

export const hashBody = (body: unknown) =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');

/** Hashes the parts of a key, so that the table `rate_limits` does not show the addresses of visitors. */
export const limitKey = (...parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Returns the network for which requests are counted: an IPv4 address, or the /64 that an IPv6 visitor usually has. */
export function networkOf(address: string): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** Returns the /48 of an IPv6 network, because one customer often has a whole /48. Returns an IPv4 address as it is. */
export const siteOf = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 3).join(':') : network;
