import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchHit, SearchResults } from '#contract/search.ts';
import { appDraft, blogDraft, ideaDraft, podDraft } from '../../tests/drafts.ts';
import { minute, startApi } from '../../tests/harness.ts';
import { writeMissingTexts } from '../store/search-texts.ts';
import { aroundMatch } from '../store/site-search.ts';

const api = await startApi();
const { call } = api;
const { token } = await api.userWithToken('admin');

const find = async (q: string, more = ''): Promise<SearchResults> =>
  (await call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`)).body;
/** Returns the titles that are found, by kind. Kinds without a match are missing. */
async function titles(q: string, more = ''): Promise<Record<string, string[]>> {
  const groups = Object.entries(await find(q, more));
  return Object.fromEntries(
    groups.flatMap(([kind, { items }]) =>
      items.length > 0 ? [[kind, items.map(({ title }) => title)]] : [],
    ),
  );
}
async function submit(draft: object, headers: Record<string, string> = {}) {
  api.advance(minute);
  const body = { ...ideaDraft, ...draft };
  return (await call('POST', '/api/ideas', { body, headers })).body;
}
async function create(kind: string, body: object) {
  api.advance(minute);
  const answer = await call('POST', `/api/admin/${kind}`, { token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const nothing = { items: [], total: 0, isAtLeast: false };
const empty = { ideas: nothing, projects: nothing, pods: nothing, posts: nothing };

test('GET /api/search finds ideas, projects, pods and posts, with nothing private', async () => {
  const email = 'lighthouse@example.org';
  const idea = await submit({ title: 'A LIGHTHOUSE for bats', email });
  await call('PATCH', `/api/admin/ideas/${idea.id}/status`, {
    token,
    body: { status: 'approved', notes: 'Lighthouse keepers object' },
  });
  const description = 'Counts the ships that pass a lighthouse.';
  const app = await create('apps', { ...appDraft, name: 'Beacon', description });
  const pod = await create('pods', { ...podDraft, name: 'Lighthouse pod' });
  const content = 'Not *here*.\n\n## Far from\n\nA [light](https://a.example)house has `lamps`.';
  const post = await create('blogs', { ...blogDraft, content });
  const hit = (hit: SearchHit) => ({ items: [hit], total: 1, isAtLeast: false });
  assert.deepEqual(await find('lighthouse'), {
    ideas: hit({
      id: idea.id,
      title: 'A LIGHTHOUSE for bats',
      text: ideaDraft.problemStatement,
      label: 'approved',
      date: idea.createdAt,
    }),
    projects: hit({ id: app.id, title: 'Beacon', text: description, label: 'Beta', date: null }),
    pods: hit({
      id: pod.id,
      title: 'Lighthouse pod',
      text: podDraft.description,
      label: 'Planning',
      date: null,
    }),
    posts: hit({
      id: post.id,
      title: blogDraft.title,
      text: 'Not here. Far from A lighthouse has lamps.',
      label: 'AI',
      date: blogDraft.publishedAt,
    }),
  });
  assert.deepEqual(await titles('example.org'), {}, 'an address is not looked through');
  assert.deepEqual(await titles('keepers object'), {}, 'nor are notes');
});

test('tags and technologies are found, and are the text of the hit', async () => {
  await create('blogs', { ...blogDraft, title: 'Tagged', tags: ['Élan vital', 'other'] });
  await create('apps', { ...appDraft, name: 'Built', technologies: ['Élan.js'] });
  assert.deepEqual(await titles('élan'), { projects: ['Built'], posts: ['Tagged'] });
  const { posts } = await find('e\u0301lan V');
  assert.equal(posts.items[0]?.text, 'Élan vital, other');
});

test('a match contains all words of the search, in any order and field', async () => {
  await submit({ title: 'Foghorn for ferries', problemStatement: 'Nobody hears the quay.' });
  await submit({ title: 'Ferries', problemStatement: 'No horn at all.' });
  const both = { ideas: ['Foghorn for ferries'] };
  for (const q of [
    'ferries foghorn',
    'quay foghorn',
    'FOG  ferr',
    'ferries fo a',
    'ea fo ferries',
  ]) {
    assert.deepEqual(await titles(q), both, q);
  }
  assert.deepEqual(await titles('ferries horn'), { ideas: ['Foghorn for ferries', 'Ferries'] });
  assert.deepEqual(await titles('ferries trumpet'), {});
  assert.deepEqual(await titles('fe rr zz'), {});
  assert.deepEqual(await titles('a e'), {}, 'one word needs two characters');
  const { ideas } = await find('quay ferries');
  assert.equal(ideas.items[0]?.text, 'Nobody hears the quay.');
});

test('content that is not public is not found, and is found again when it comes back', async () => {
  const draft = { title: 'Secret whistle' };
  const trap = { 'X-Form-Trap': 'filled' };
  await submit(draft, trap);
  assert.deepEqual(await titles('whistle'), {}, 'quarantined when it arrived');

  const held = await submit(draft);
  assert.deepEqual(await titles('whistle'), { ideas: [draft.title] });
  assert.equal((await call('POST', `/api/admin/ideas/${held.id}/hold`, { token })).status, 204);
  assert.deepEqual(await titles('whistle'), {}, 'held back by staff');
  await call('POST', `/api/admin/quarantine/${held.id}/release`, { token });
  assert.deepEqual(await titles('whistle'), { ideas: [draft.title] });

  await call('DELETE', `/api/admin/ideas/${held.id}`, { token });
  assert.deepEqual(await titles('whistle'), {}, 'in the trash');

  const withdrawn = await submit(draft);
  const receipt = withdrawn.receiptPath.replace('/receipt/', '/api/receipts/');
  assert.ok((await call('POST', `${receipt}/withdraw`)).status < 300);
  assert.deepEqual(await titles('whistle'), {}, 'withdrawn');

  const erased = await submit(draft);
  const other = erased.receiptPath.replace('/receipt/', '/api/receipts/');
  assert.ok((await call('DELETE', other)).status < 300);
  assert.deepEqual(await titles('whistle'), {}, 'erased');

  for (const [kind, body] of [
    ['apps', { ...appDraft, name: 'Whistle' }],
    ['pods', { ...podDraft, name: 'Whistle' }],
    ['blogs', { ...blogDraft, title: 'Whistle' }],
  ] as const) {
    const { id } = await create(kind, body);
    assert.deepEqual(Object.values(await titles('whistle')), [['Whistle']], kind);
    const changed = { ...body, name: 'Drum', title: 'Drum' };
    await call('PUT', `/api/admin/${kind}/${id}`, { token, body: changed });
    assert.deepEqual(await titles('whistle'), {}, `changed: ${kind}`);
    assert.deepEqual(Object.values(await titles('drum')), [['Drum']], kind);
    await call('DELETE', `/api/admin/${kind}/${id}`, { token });
    assert.deepEqual(await titles('drum'), {}, `deleted: ${kind}`);
  }
});

test('matches in the title come first, then the newest; `in` shows more of one kind', async () => {
  for (let number = 1; number <= 8; number += 1) {
    const title = number === 3 ? 'The kettle' : `Idea ${number}`;
    await submit({ title, problemStatement: 'The kettle sings.' });
  }
  const { ideas } = await find('kettle');
  assert.deepEqual(
    ideas.items.map(({ title }) => title),
    ['The kettle', 'Idea 8', 'Idea 7', 'Idea 6', 'Idea 5'],
  );
  assert.deepEqual([ideas.total, ideas.isAtLeast], [8, false]);
  assert.equal((await find('kettle', '&in=ideas')).ideas.items.length, 8);
  const others = await find('kettle', '&in=posts');
  assert.deepEqual([others.ideas.items, others.ideas.total], [[], 8], 'only counted');
  assert.equal((await find('kettle', '&in=nonsense')).ideas.items.length, 5);
});

test('searchable texts that are missing, as after a restore, are written again', async () => {
  await create('apps', { ...appDraft, name: 'Anemometer' });
  await create('pods', { ...podDraft, name: 'Anemometer' });
  await create('blogs', { ...blogDraft, content: 'About an *anemometer*.' });
  const before = await find('anemometer');
  for (const texts of ['app_texts', 'pod_texts', 'blog_texts'] as const) {
    await api.db.deleteFrom(texts).execute();
  }
  assert.deepEqual(await find('anemometer'), empty);
  await writeMissingTexts(api.db);
  assert.deepEqual(await find('anemometer'), before);
});

test('a search counts at most 50 matches', async () => {
  const other = await startApi();
  for (let number = 0; number < 51; number += 1) {
    other.advance(minute);
    await other.call('POST', '/api/ideas', { body: ideaDraft });
  }
  const { body } = await other.call('GET', '/api/search?q=meter&in=ideas');
  assert.deepEqual([body.ideas.total, body.ideas.isAtLeast], [50, true]);
  assert.equal(body.ideas.items.length, 24);
});

test('an empty or short search finds nothing, and one that is too long is refused', async () => {
  for (const q of ['', ' ', 'a', '%00', '%00lighthouse', '%ED%A0%80', '日']) {
    const { status, body } = await call('GET', `/api/search?q=${q}`);
    assert.equal(status, 200, q);
    assert.deepEqual(body, empty, q);
  }
  assert.deepEqual((await call('GET', '/api/search')).body, empty);
  assert.equal((await call('GET', `/api/search?q=${'x'.repeat(100)}`)).status, 200);
  const { status, body } = await call('GET', `/api/search?q=${'x'.repeat(101)}`);
  assert.equal(status, 422);
  assert.deepEqual(body, {
    error: 'This search is too long. Use at most 100 characters.',
    fields: { q: 'Use at most 100 characters.' },
  });
});

test('the text around a match begins and ends with whole words', () => {
  const long = `${'before '.repeat(30)}the needle ${'after '.repeat(60)}`;
  const text = aroundMatch(long, 'needle');
  assert.match(text, /^… before (before )+the needle (after )+…$/);
  assert.ok(text.length < 240);
  assert.equal(aroundMatch('A needle', 'needle'), 'A needle');
  assert.equal(aroundMatch('Some\n\ntext', 'needle'), 'Some text');
  assert.equal(aroundMatch(`${'x'.repeat(300)}needle`, 'needle'), '… needle');
  assert.equal(aroundMatch('y'.repeat(300), 'needle'), `${'y'.repeat(220)} …`);
  assert.equal(aroundMatch(`y${'🪶'.repeat(300)}`, 'needle'), `y${'🪶'.repeat(109)} …`);
});
