import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site } from '#site.config.ts';
import { checkSite } from './check-site.ts';

test('the site.config.ts of this lab is valid', () => {
  checkSite(site);
});

test('the error names every invalid value', () => {
  const wrong = {
    ...site,
    name: ' ',
    language: 'deutsch',
    inception: 'June 2025',
    lists: { ...site.lists, circles: [], roles: ['Pilot', 'Pilot'] },
    social: [{ name: 'Chat', url: 'javascript:alert(1)' }],
    keepMonths: { ...site.keepMonths, contacts: 0 },
    colour: 'pink',
  };
  assert.throws(
    () => checkSite(wrong),
    ({ message }: Error) => {
      for (const path of [
        'name:',
        'language: Write a language tag like en, de or pt-BR.',
        'inception: Write the month like 2025-06.',
        'lists.circles',
        'lists.roles: Name each one once.',
        'social.0.url: Write an address with https://.',
        'keepMonths.contacts:',
        'colour',
      ]) {
        assert.ok(message.includes(path), `${path} in ${message}`);
      }
      return true;
    },
  );
});
