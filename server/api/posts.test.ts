import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blogDraft } from '../../tests/drafts.ts';
import { minute, newDatabase, startApi } from '../../tests/harness.ts';
import { newId } from '../store/id.ts';
import { openStore } from '../store/open.ts';
import { writeMissingTexts } from '../store/search-texts.ts';
import { searchSite } from '../store/site-search.ts';

/** Tests of the links from one post to others: neighbours, related posts and tags. */

const api = await startApi();
const { token } = await api.userWithToken('admin');

async function create(title: string, day: number, tags: string[]): Promise<string> {
  api.advance(minute);
  const publishedAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const body = { ...blogDraft, title, tags, publishedAt };
  return (await api.call('POST', '/api/admin/blogs', { token, body })).body.id;
}
const around = async (id: string) => (await api.call('GET', `/api/blogs/${id}/around`)).body;
const titlesOf = (posts: { title: string }[]) => posts.map(({ title }) => title);
const withTag = async (tag: string, more = '') => {
  const query = new URLSearchParams({ view: 'page', tag });
  return (await api.call('GET', `/api/blogs?${query}${more}`)).body;
};

const one = await create('One', 1, ['tides', 'birds', 'AI']);
const two = await create('Two', 2, ['birds']);
const three = await create('Three', 3, ['tides', 'birds']);
const four = await create('Four', 4, ['lamps']);

test('GET /api/blogs/:id/around answers the posts before and after, and posts that share tags', async () => {
  const { newer, older, related } = await around(one);
  assert.deepEqual([newer, older], [{ id: two, title: 'Two' }, null]);
  assert.deepEqual(titlesOf(related), ['Three', 'Two'], 'most shared tags first, itself never');
  const { body: all } = await api.call('GET', '/api/blogs?view=summary');
  assert.deepEqual(
    related[0],
    all.find(({ id }: { id: string }) => id === three),
  );
  assert.deepEqual(await around(four), {
    newer: null,
    older: { id: three, title: 'Three' },
    related: [],
  });
  assert.equal((await api.call('GET', '/api/blogs/nope/around')).status, 404);
});

test('GET /api/blogs?view=page&tag= answers the posts with this tag, newest first', async () => {
  const birds = await withTag('birds');
  assert.deepEqual([titlesOf(birds.items), birds.total], [['Three', 'Two', 'One'], 3]);
  assert.equal(birds.featured, null);
  const first = await withTag('birds', '&limit=1');
  assert.deepEqual([titlesOf(first.items), first.hasMore], [['Three'], true]);
  const rest = await withTag('birds', `&before=${three}`);
  assert.deepEqual(titlesOf(rest.items), ['Two', 'One']);
  assert.deepEqual(titlesOf((await withTag('birds', '&q=tw')).items), ['Two']);
  for (const tag of ['Birds', 'bird', '%', '["birds"]', '\u0000']) {
    assert.deepEqual((await withTag(tag)).items, [], tag);
  }
  assert.equal((await withTag('x'.repeat(61))).total, 4, 'no tag is as long');
});

test('changing or deleting a post updates the lists by tag', async () => {
  const change = { ...blogDraft, title: 'Two', tags: ['Lamps', 'lamps'], publishedAt: undefined };
  await api.call('PUT', `/api/admin/blogs/${two}`, { token, body: change });
  assert.deepEqual(titlesOf((await withTag('lamps')).items), ['Four', 'Two']);
  const moved = { ...change, publishedAt: '2026-02-01T00:00:00.000Z' };
  await api.call('PUT', `/api/admin/blogs/${two}`, { token, body: moved });
  assert.deepEqual(titlesOf((await withTag('lamps')).items), ['Two', 'Four']);
  assert.deepEqual(titlesOf((await around(four)).related), ['Two']);
  await api.call('DELETE', `/api/admin/blogs/${two}`, { token });
  assert.deepEqual(titlesOf((await withTag('lamps')).items), ['Four']);
  assert.deepEqual((await around(four)).related, []);
  const left = await api.db.selectFrom('post_tags').select('uid').distinct().execute();
  assert.equal(left.length, 3);
});

test('the migration fills the table of tags for existing posts', async () => {
  const location = await newDatabase();
  const old = await openStore(location, '013-retention');
  const now = new Date().toISOString();
  await old.db
    .insertInto('blogs')
    .values({
      id: 'old',
      uid: newId(new Date()),
      title: 'Old',
      excerpt: '',
      content: 'Old words',
      author: '',
      category: 'AI',
      published_at: now,
      read_time: 1,
      featured: 0,
      tags: '["tides","a \\"quoted\\" tag"]',
      image_url: null,
      external_url: null,
      version: 1,
    })
    .execute();
  await old.close();
  const store = await openStore(location);
  const tags = await store.db.selectFrom('post_tags').select('tag').orderBy('tag').execute();
  assert.deepEqual(
    tags.map(({ tag }) => tag),
    ['a "quoted" tag', 'tides'],
  );
  await writeMissingTexts(store.db);
  const { posts } = await searchSite(store, { wanted: 'old words', kind: '' });
  assert.equal(posts.total, 1);
  await store.close();
});
