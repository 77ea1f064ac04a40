import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from '#contract/second-factor.ts';

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
  const key = decodeBase32(secret);
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

export function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = ((value << 5) | base32.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32[(value >> bits) & 31];
    }
  }
  return text;
}
