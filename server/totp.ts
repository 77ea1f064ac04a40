import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase32 } from '#contract/base32.ts';

/** Time-based one-time passwords of RFC 6238, as authenticator apps make them: SHA-1, six digits, 30 seconds. */
const seconds = 30;
const digits = 6;

/** How many steps the clocks of a phone and of the server may differ. */
const tolerance = 1;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / seconds);

/** The code of a step. `length` is for the test vectors of the RFC, which have eight digits. */
export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step whose code this is, after the last one that was used; undefined for a wrong or used code. */
export function findStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number,
): number | undefined {
  const key = Buffer.from(decodeBase32(secret));
  const given = Buffer.from(code);
  let found: number | undefined;
  // All steps are compared, so the time that it takes says nothing.
  for (let away = -tolerance; away <= tolerance; away += 1) {
    const step = stepAt(now) + away;
    const expected = Buffer.from(codeAt(key, step));
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && step > lastStep) found ??= step;
  }
  return found;
}
