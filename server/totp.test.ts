import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeBase32, encodeBase32 } from '#contract/base32.ts';
import { codeAt, findStep, stepAt } from './totp.ts';

/** The test vectors for SHA-1 from RFC 6238, appendix B. */
const vectors: [time: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];

test('codes equal the test vectors of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  for (const [time, code] of vectors) {
    const step = stepAt(new Date(time * 1000));
    assert.equal(codeAt(secret, step, 8), code);
    assert.equal(codeAt(secret, step), code.slice(2));
  }
});

test('a clock may be one step early or late, and no code is accepted twice', () => {
  const bytes = randomBytes(20);
  const secret = encodeBase32(bytes);
  const now = new Date('2026-11-15T10:00:00.000Z');
  const step = stepAt(now);
  for (const away of [-2, -1, 0, 1, 2]) {
    const code = codeAt(bytes, step + away);
    const isFine = Math.abs(away) <= 1;
    assert.equal(findStep(secret, code, now, 0), isFine ? step + away : undefined, `${away}`);
    assert.equal(findStep(secret, code, now, step + away), undefined);
  }
  assert.equal(findStep(secret, '', now, 0), undefined);
});

test('base32 is that of RFC 4648', () => {
  assert.equal(encodeBase32(Buffer.from('fooba')), 'MZXW6YTB');
  const bytes = randomBytes(20);
  assert.deepEqual(Buffer.from(decodeBase32(encodeBase32(bytes))), bytes);
});
