import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdeaDraft } from '#contract/idea.ts';
import { foldSearch } from '#contract/search-text.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { ideaDraft } from '../../tests/drafts.ts';
import { migratedDatabase } from '../../tests/harness.ts';
import { deleteRow } from './change.ts';
import { newId } from './id.ts';
import { listIdeaPage, newIdea, reviewIdea } from './idea.ts';
import { openStore } from './open.ts';
import { insertSubmission } from './receive.ts';
import { writeMissingTexts } from './search-texts.ts';

const store = await openStore(await migratedDatabase());
test.after(() => store.close());
const start = new Date('2026-11-15T10:00:00.000Z').getTime();

/** Texts that could break a search: quotes, wildcards, operators, other scripts, two encodings of é. */
const texts = [
  'Tide tables for the Harbour',
  'a 100 % tide_table "quoted" and \'single\'',
  'C:\\temp AND OR NOT NEAR(x y) title:tide * ^ - +',
  'Élan vital',
  'E\u0301lan decomposed',
  'ΟΔΟΣ και οδός',
  'İstanbul and ISTANBUL, Straße and STRASSE',
  '日本語のアイデア',
  'مرحبا بالعالم',
  '👩‍🚀 an astronaut, 🇺🇦',
  'zq',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
  'line one\nline two\tand a tab',
];
const rows = texts.flatMap((text, index) =>
  (['title', 'problemStatement', 'proposedSolution'] as const).map((field, at) => {
    const plain = { title: 'plain', problemStatement: 'plain', proposedSolution: 'plain' };
    const time = new Date(start + Math.floor((index * 3 + at) / 2));
    return newIdea(IdeaDraft.parse({ ...ideaDraft, ...plain, [field]: text }), time).row;
  }),
);
const by = { username: 'ada', now: new Date(start) };
await store.write(async (tx) => {
  // An insert may have a lower id than an earlier insert, for example when an idea is released from the quarantine.
  for (const row of [...rows.slice(5), ...rows.slice(0, 5)])
    await insertSubmission(tx, 'ideas', row);
});
for (const [index, row] of rows.entries()) {
  const status = ideaStatuses[index % ideaStatuses.length] ?? 'pending';
  await reviewIdea(store.db, row.id, { status }, undefined, by);
}

const page = { wanted: '', status: '', before: '', after: '', limit: 100 };
const find = (query: Partial<typeof page>) => listIdeaPage(store, { ...page, ...query });

/** Returns the ids that a search should find: one of three fields contains the text, ignoring case. */
function expected(wanted: string): string[] {
  const found = rows.filter((row) =>
    [row.title, row.problem_statement, row.proposed_solution].some((text) =>
      text.normalize().toLowerCase().includes(wanted),
    ),
  );
  return found.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));
}

const needles = [
  ...[
    'tide',
    'TIDE',
    '  tide ',
    'ide t',
    'tide_table',
    '100 %',
    '%',
    '_',
    '"',
    '"quoted"',
    "'",
    '\\',
    'c:\\temp',
  ],
  ...[
    'and or not',
    'near(x y)',
    'title:tide',
    '* ^',
    '-',
    '+',
    'élan',
    'e\u0301lan',
    'é',
    'ΟΔΟΣ',
    'οδός',
    'ς',
  ],
  ...[
    'İ',
    'i',
    'straße',
    'ss',
    '日本',
    '日',
    '本語の',
    'アイデア',
    'مرحبا',
    'م',
    '👩‍🚀',
    '👩',
    '🇺🇦',
    'zq',
    'z',
    'q',
    'zqz',
  ],
  ...[
    'b',
    'ab',
    'aab',
    `${'a'.repeat(70)}`,
    `${'a'.repeat(80)}b`,
    `${'a'.repeat(100)}`,
    'plainplain',
    'plain',
    'n',
  ],
  ...[
    'one\nline',
    'plain\u001fplain',
    '\u0000',
    '\ud800',
    'nothing has these words',
    '\u{10ffff}',
    'table"*',
  ],
];

test('a search finds the rows that contain the text, on both engines as in JavaScript', async () => {
  for (const needle of needles) {
    const wanted = foldSearch(needle);
    const { items, total, isAtLeast } = await find({ wanted });
    const name = JSON.stringify(needle);
    assert.deepEqual(
      items.map(({ id }) => id),
      expected(wanted),
      name,
    );
    assert.deepEqual([total, isAtLeast], [items.length, false], name);
  }
});

test('the pages of a search by status have every match exactly once, in both directions', async () => {
  for (const [wanted, status] of [
    ['plain', ''],
    ['plain', 'approved'],
    ['', ''],
    ['', 'pending'],
    ['ti', ''],
    ['n', 'approved'],
  ] as const) {
    const whole = await find({ wanted, status });
    const collected: string[] = [];
    for (let before = ''; ; ) {
      const { items, total } = await find({ wanted, status, before, limit: 4 });
      assert.equal(total, whole.total);
      if (items.length === 0) break;
      collected.push(...items.map(({ id }) => id));
      before = collected.at(-1) ?? '';
    }
    assert.ok(whole.items.every((item) => status === '' || item.status === status));
    const ids = whole.items.map(({ id }) => id);
    assert.deepEqual(collected, ids, `${wanted} ${status}`);
    const collectedBackwards = collected.slice(-1);
    while (collectedBackwards.length < ids.length) {
      const { items } = await find({
        wanted,
        status,
        after: collectedBackwards[0] ?? '',
        limit: 4,
      });
      assert.notEqual(items.length, 0, `${wanted} ${status}`);
      collectedBackwards.unshift(...items.map(({ id }) => id));
    }
    assert.deepEqual(collectedBackwards, ids, `${wanted} ${status}, from the oldest on`);
    if (wanted === '') continue;
    // `findPage` passes `after` to `store.search` only if there are more matches than it counts, so call it directly.
    // SQLite does not sort rows of the same millisecond by id, so only the times are compared.
    const timesOf = (found: { id: string }[]) => found.map(({ id }) => id.slice(0, 13));
    const newer = { kind: 'ideas', text: wanted, status: status || undefined, limit: 4 } as const;
    assert.deepEqual(
      timesOf(
        await store.search({ ...newer, after: newId(new Date(start - 1)), direction: 'asc' }),
      ),
      timesOf(whole.items.slice(-4).reverse()),
      `${wanted} ${status}, by the engine`,
    );
  }
});

test('with more matches than are counted, every page is right, and the first page takes one search', async () => {
  const long = await openStore(await migratedDatabase());
  test.after(() => long.close());
  const many = Array.from({ length: 250 }, (_, number) => {
    const { row } = newIdea(IdeaDraft.parse(ideaDraft), new Date(start + number));
    return { ...row, status: number % 5 === 0 ? 'approved' : 'pending' };
  });
  await long.write(async (tx) => {
    for (const row of many) await insertSubmission(tx, 'ideas', row);
  });
  const wanted = foldSearch(ideaDraft.title);
  let searches = 0;
  const deps = {
    db: long.db,
    search(one: Parameters<typeof long.search>[0]) {
      searches += 1;
      return long.search(one);
    },
  };
  for (const status of ['', 'pending', 'approved']) {
    for (const sort of ['newest', 'oldest'] as const) {
      const inOrder = many.filter((row) => status === '' || row.status === status);
      if (sort === 'newest') inOrder.reverse();
      const collected: string[] = [];
      for (let hasNextPage = true; hasNextPage; ) {
        const last = collected.at(-1) ?? '';
        const from = sort === 'newest' ? { before: last } : { after: last };
        const query = { ...page, wanted, status, sort, ...from, limit: 48 };
        const { items, isAtLeast, hasMore } = await listIdeaPage(deps, query);
        assert.equal(isAtLeast, true);
        collected.push(...items.map(({ id }) => id));
        if (last === '' && sort === 'newest' && status !== 'approved') assert.equal(searches, 1);
        hasNextPage = hasMore && collected.length < inOrder.length;
      }
      searches = 0;
      const ids = inOrder.map(({ id }) => id);
      assert.deepEqual(collected, ids, `${status} ${sort}`);
    }
  }
});

test('the counts follow every change of a row', async () => {
  const counted = async () => (await find({})).counts;
  const before = await counted();
  const { row } = newIdea(
    IdeaDraft.parse({ ...ideaDraft, title: 'counted' }),
    new Date(start + 1000),
  );
  await store.write((tx) => insertSubmission(tx, 'ideas', row));
  assert.deepEqual(await counted(), { ...before, pending: before.pending + 1 });
  await reviewIdea(store.db, row.id, { status: 'approved' }, undefined, by);
  assert.deepEqual(await counted(), { ...before, approved: before.approved + 1 });
  await reviewIdea(store.db, row.id, { status: 'approved', notes: 'x' }, undefined, by);
  assert.deepEqual(await counted(), { ...before, approved: before.approved + 1 });
  assert.equal((await find({ wanted: 'counted' })).total, 1);
  await store.write((tx) => deleteRow(tx, 'ideas', row.id, undefined));
  assert.deepEqual(await counted(), before);
  assert.equal((await find({ wanted: 'counted' })).total, 0, 'a deleted row is not found');
});

test('searches find rows again after writeMissingTexts', async () => {
  await store.db.deleteFrom('idea_texts').execute();
  assert.equal((await find({ wanted: 'plain' })).total, 0);
  const before = await store.versions();
  await Promise.all([writeMissingTexts(store.db), writeMissingTexts(store.db)]);
  const after = await store.versions();
  assert.ok(after.ideas > before.ideas, 'cached searches end');
  assert.deepEqual(
    (await find({ wanted: 'plain' })).items.map(({ id }) => id),
    expected('plain'),
  );
});
