import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityTxt } from './security-txt.ts';

const now = new Date('2026-11-17T22:30:00.000Z');

test('security.txt names the contact, an expiry in less than a year, the language and its own URL', () => {
  assert.equal(
    securityTxt('https://lab.example', now),
    `Contact: mailto:hello@fledge.example
Expires: 2027-05-16T00:00:00.000Z
Preferred-Languages: en
Canonical: https://lab.example/.well-known/security.txt
`,
  );
});

test('security.txt of a site without https has no canonical URL', () => {
  assert.doesNotMatch(securityTxt('http://127.0.0.1:3000', now), /Canonical/);
});
