import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityTxt } from './security-txt.ts';

const now = new Date('2026-11-17T22:30:00.000Z');

test('security.txt names the contact, a date in less than a year, the language and its own address', () => {
  assert.equal(
    securityTxt('https://lab.example', now),
    `Contact: mailto:hello@fledge.example
Expires: 2027-05-16T00:00:00.000Z
Preferred-Languages: en
Canonical: https://lab.example/.well-known/security.txt
`,
  );
});

test('security.txt of a site without TLS has no canonical address', () => {
  assert.doesNotMatch(securityTxt('http://127.0.0.1:3000', now), /Canonical/);
});
