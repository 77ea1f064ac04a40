import { createHash } from 'node:crypto';
import type { Limit } from '../store/limit.ts';

const minutes = 60;
const days = 24 * 60 * minutes;

/** Limits of each public form for each address. */
export const formLimits: Limit[] = [
  { points: 10, seconds: 1 * minutes },
  { points: 60, seconds: 60 * minutes },
];

/** Reads and acts by receipts, for each address. */
export const receiptLimit: Limit = { points: 60, seconds: 1 * minutes };

/** Calls by the link of an invitation, and sign-ins with a provider, for each address. */
export const entranceLimit: Limit = { points: 30, seconds: 1 * minutes };

/** Presses about ideas, for each address. */
export const pressLimits: Limit[] = [
  { points: 20, seconds: 1 * minutes },
  { points: 200, seconds: 1 * days },
];

/** Failed sign-ins. Of an IPv6 address its /64 counts as the address, and its /48 as the site. */
export const loginLimits = {
  accountAndAddress: { points: 5, seconds: 10 * minutes },
  address: { points: 30, seconds: 10 * minutes },
  site: { points: 120, seconds: 10 * minutes },
  account: { points: 100, seconds: 1 * days },
  /** After the account's 100: one try for each site, and this many for all sites together. */
  lateTry: { points: 1, seconds: 1 * days },
  lateTries: { points: 400, seconds: 1 * days },
} satisfies Record<string, Limit>;

/** Seconds that an address counts as known after a sign-in. Guesses from elsewhere do not lock it out. */
export const knownSeconds = 30 * days;

export const hashBody = (body: unknown) =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');

/** Keys are stored as hashes, so that the table does not show who was here. */
export const limitKey = (...parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** The part of an address that is counted: of IPv6 the /64, because one visitor owns the other 64 bits. */
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

/** The /48 of an IPv6 network: one customer of a provider often has all of it. An IPv4 address is its own site. */
export const siteOf = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 3).join(':') : network;
