import { createHash } from 'node:crypto';
import type { Limit } from '../store/limit.ts';

const minutes = 60;
const days = 24 * 60 * minutes;

/** Each public form, per address. */
export const formLimits: Limit[] = [
  { points: 10, seconds: 1 * minutes },
  { points: 60, seconds: 60 * minutes },
];

/** Failed sign-ins. */
export const loginLimits = {
  accountAndAddress: { points: 5, seconds: 10 * minutes },
  address: { points: 30, seconds: 10 * minutes },
  account: { points: 100, seconds: 1 * days },
  /** Once an account has had those: one try for each address that has not had one, and so many of them. */
  lateTry: { points: 1, seconds: 1 * days },
  lateTries: { points: 400, seconds: 1 * days },
} satisfies Record<string, Limit>;

/** How long an address is known after a good sign-in: guesses from elsewhere do not lock it out. */
export const knownFor = 30 * days;

/** What is counted is kept as a hash: the table tells nobody who was here. */
export const limitKey = (...parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Of an IPv6 address the network counts: one visitor owns the other 64 bits. */
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
