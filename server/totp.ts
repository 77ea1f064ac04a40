import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase32 } from '#contract/base32.ts';

/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps create them: SHA-1, six digits, steps of 30 seconds.
 */
const seconds = 30;
const digits = 6;

/** The number of steps by which the clocks of the phone and of the server may differ. */
const tolerance = 1;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / seconds);

/** Returns the code of a step. The test vectors of the RFC have a `length` of eight digits. */
export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  // The truncation of RFC 4226: the last four bits of the MAC are the offset of a 31-bit number in it.
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** Returns the step that has this code, if it is later than `lastStep`. Returns undefined for a wrong or used code. */
export function findStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number,
): number | undefined {
  const key = Buffer.from(decodeBase32(secret));
  const given = Buffer.from(code);
  let found: number | undefined;
  // Compares all steps even after a match, so that the duration reveals nothing about the code.
  for (let away = -tolerance; away <= tolerance; away += 1) {
    const step = stepAt(now) + away;
    const expected = Buffer.from(codeAt(key, step));
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && step > lastStep) found ??= step;
  }
  return found;
}
