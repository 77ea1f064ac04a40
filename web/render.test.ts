import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';

/** The built renderer, with an API that fails. */
const built = new URL('../dist/web/render.js', import.meta.url);
assert.ok(existsSync(built), 'npm run build first');
const { render } = await import(built.href);

const page = (path: string, read: (path: string) => Promise<unknown>) =>
  render({
    path,
    search: '',
    origin: 'https://lab.example',
    read,
    scripts: [],
    styles: [],
    sheet: '',
    chunksOf: () => ({ scripts: [], styles: [] }),
  });

const away = async () => {
  throw Object.assign(new Error('503: away'), { status: 503 });
};

for (const [path, text] of [
  ['/', 'Failed to load Fledge data. Please try again.'],
  ['/blog', 'Failed to load blog posts. Please try again later.'],
  ['/blog/some-post', 'Failed to load blog posts. Please try again later.'],
  ['/ideas', 'Failed to load ideas. Please try again later.'],
  ['/project/some-project', 'Failed to load Fledge data. Please try again.'],
] as const) {
  test(`${path} arrives with its error state while the database is away`, async () => {
    const { status, html } = await page(path, away);
    assert.equal(status, 503);
    assert.ok(html.includes(text));
    assert.ok(html.includes('site-footer') || html.includes('Quick links'), 'the rest is there');
  });
}

test('pages without data do not mind', async () => {
  for (const path of ['/contact', '/submit-idea', '/join-team', '/workflow']) {
    assert.equal((await page(path, away)).status, 200, path);
  }
});

test('a page is whole in its HTML: nothing is revealed by a script', async () => {
  const items = Array.from({ length: 48 }, (_, index) => ({
    id: `${index}`,
    title: `Idea ${index}`,
    submitterName: 'Ana',
    problemStatement: 'Problem',
    proposedSolution: 'Solution',
    requiredExpertise: [],
    status: 'pending',
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  const { status, html } = await page('/ideas', async () => ({
    items,
    total: 48,
    counts: { pending: 48 },
  }));
  assert.equal(status, 200);
  assert.ok(html.includes('Idea 47'));
  assert.doesNotMatch(html, /<div hidden|<template/);
});
