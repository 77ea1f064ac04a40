import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ideaStatuses } from '#contract/vocabulary.ts';

/** The folder of the built renderer. */
const built = new URL('../dist/web/', import.meta.url);
assert.ok(existsSync(built), 'npm run build first');
const { render } = await import(`${built.href}render.js`);
const { describe } = await import(`${built.href}describe.js`);

const page = (path: string, read: (path: string) => Promise<unknown>) =>
  render({
    path,
    search: '',
    origin: 'https://lab.example',
    read,
    scripts: [],
    styles: [],
    headScript: '',
    sheet: '',
    chunksOf: () => ({ scripts: [], styles: [] }),
  });

const failingRead = async () => {
  throw Object.assign(new Error('503: away'), { status: 503 });
};

for (const [path, text] of [
  ['/', 'Failed to load Fledge data. Please try again.'],
  ['/blog', 'Failed to load blog posts. Please try again later.'],
  ['/blog/some-post', 'Failed to load blog posts. Please try again later.'],
  ['/ideas', 'Failed to load ideas. Please try again later.'],
  ['/project/some-project', 'Failed to load Fledge data. Please try again.'],
] as const) {
  test(`${path} answers 503 with its error state while the database is unavailable`, async () => {
    const { status, html } = await page(path, failingRead);
    assert.equal(status, 503);
    assert.ok(html.includes(text));
    assert.ok(html.includes('site-footer') || html.includes('Quick links'), 'the rest is there');
  });
}

test('the 404 page is the same for all paths without a route', async () => {
  const withoutState = async (path: string) =>
    (await page(path, failingRead)).html.replace(/<script id="state".*?<\/script>/, '');
  const cached = await withoutState('*');
  for (const path of ['/nowhere', '/blog/a/b', '/contact/us']) {
    assert.equal(await withoutState(path), cached, path);
  }
});

test('the frame of the staff area is the same for all its paths except the sign-in', async () => {
  const withoutState = async (path: string) =>
    (await page(path, failingRead)).html.replace(/<script id="state".*?<\/script>/, '');
  const cached = await withoutState('/admin/*');
  for (const path of ['/admin', '/admin/blogs', '/admin/nowhere/%ff']) {
    assert.equal(await withoutState(path), cached, path);
  }
  assert.notEqual(await withoutState('/admin/login'), cached);
});

test('pages that read no API answer 200 while the database is unavailable', async () => {
  for (const path of ['/contact', '/submit-idea', '/join-team', '/workflow']) {
    assert.equal((await page(path, failingRead)).status, 200, path);
  }
});

test('the HTML of a page is complete: no part is revealed by a script', async () => {
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
    counts: Object.fromEntries(ideaStatuses.map((status) => [status, 48])),
    isAtLeast: false,
    hasMore: false,
  }));
  assert.equal(status, 200);
  assert.ok(html.includes('Idea 47'));
  assert.doesNotMatch(html, /<div hidden|<template/);
});

test('unknown query parameters and values are not in the cache key of a page', () => {
  for (const [path, search, name] of [
    ['/', '?category=random', '/'],
    ['/', '?q=random', '/'],
    ['/', '?x=1&category=Tool', '/?category=Tool'],
    ['/blog', '?category=random&shown=50', '/blog?shown=96'],
    ['/blog', '?q=+Random+', '/blog?q=Random'],
    ['/ideas', '?status=random', '/ideas'],
    ['/ideas', '?status=rejected', '/ideas?status=rejected'],
    ['/nowhere', '?x=1', '*'],
    ['/blog/some-post', '?x=1', '/blog/some-post'],
    ['/blog/some%2Dp%6Fst', '', '/blog/some-post'],
    ['/blog/%E0%A4%A', '', '/blog/%25E0%25A4%25A'],
    ['/admin', '', '/admin/*'],
    ['/admin/random', '?x=1', '/admin/*'],
    ['/admin/login', '?x=1', '/admin/login'],
    ['/admin/log%69n', '', '/admin/login'],
  ]) {
    const page = describe(path, search);
    assert.equal(page && page.path + page.search, name, `${path}${search}`);
  }
  assert.equal(describe('/blog/some-post', '').missing, '/blog/*');
  assert.equal(describe('/project/some-project', '').missing, '/project/*');
});

test('paths are matched exactly: letter case and a trailing slash count', () => {
  const cachePathOf = (path: string) => describe(path, '')?.path;
  for (const path of [
    '/Blog',
    '/blog/',
    '//blog',
    '/blog/a/b',
    '/contact/us',
    '/administrator',
    '',
  ]) {
    assert.equal(cachePathOf(path), '*', path);
  }
  for (const path of ['/blog/Some-Post', '/blog/a%2Fb', '/blog/%C3%BC', '/project/*']) {
    assert.equal(cachePathOf(path), path, path);
  }
  assert.deepEqual(describe('/blog/a%2Fb', '').apiPaths, [
    '/api/blogs/a%2Fb',
    '/api/lineage/blogs/a%2Fb',
    '/api/blogs/a%2Fb/around',
  ]);
  assert.equal(describe('/blog', '?tag=+a+&x=1').search, '?tag=a');
  const found = describe('/search', '?in=nothing&q=+Tide+&x=1');
  assert.deepEqual([found.search, found.apiPaths], ['?q=Tide', ['/api/search?q=tide']]);
  const long = describe('/search', `?q=${'x'.repeat(101)}`);
  assert.deepEqual(long.apiPaths, ['/api/search'], 'the API would refuse it');
  for (const path of ['/admin', '/admin/pods', '/admin/']) {
    assert.equal(cachePathOf(path), '/admin/*', path);
  }
});

test('the 404 page of a missing object is the same for all ids', async () => {
  const missingRead = async () => {
    throw Object.assign(new Error('404: gone'), { status: 404 });
  };
  const withoutState = async (path: string) => {
    const { status, html } = await page(path, missingRead);
    assert.equal(status, 404);
    return html.replace(/<script id="state".*?<\/script>/, '');
  };
  assert.equal(await withoutState('/blog/some-post'), await withoutState('/blog/*'));
  assert.equal(await withoutState('/project/some-project'), await withoutState('/project/*'));
});
