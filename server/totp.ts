import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase32 } from '#contract/base32.ts';

/** Time-based one-time passwords (RFC 6238) as authenticator apps create them: SHA-1, six digits, 30-second steps. */

const stepSeconds = 30;
const digits = 6;

/** The number of steps by which the clocks of the phone and of the server may differ. */
const tolerance = 1;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** Returns the code of a step. Only a test sets `length`: the test vectors of the RFC have eight digits. */
export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  // The truncation of RFC 4226: the last four bits of the MAC are the byte offset of a 31-bit number in it.
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** Returns the step with this code, if it is within `tolerance` and later than `lastStep`, the last one accepted. */
export function findStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number,
): number | undefined {
  const key = Buffer.from(decodeBase32(secret));
  const given = Buffer.from(code);
  let acceptedStep: number | undefined;
  // Compares all steps even after a match, so that the duration reveals nothing about the code.
  for (let drift = -tolerance; drift <= tolerance; drift += 1) {
    const step = stepAt(now) + drift;
    const expected = Buffer.from(codeAt(key, step));
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && step > lastStep) acceptedStep ??= step;
  }
  return acceptedStep;
}
