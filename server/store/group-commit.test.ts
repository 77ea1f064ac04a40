import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../../tests/collect.ts';
import { ideaDraft } from '../../tests/drafts.ts';
import { migratedDatabase } from '../../tests/harness.ts';
import { listIdeas, newIdea } from './idea.ts';
import { openStore } from './open.ts';
import { saveSubmission } from './receive.ts';

const location = await migratedDatabase();
const store = await openStore(location);
test.after(() => store.close());

const now = new Date('2026-11-15T10:00:00.000Z');
const write = (title: string, fail = false) =>
  store.write(async (tx) => {
    await saveSubmission(tx, newIdea({ ...ideaDraft, title } as never, now));
    if (fail) throw new Error(`no ${title}`);
    return title;
  });

test('a failed write in a group is rolled back alone', async () => {
  const outcomes = await Promise.allSettled([
    write('one'),
    write('two', true),
    write('three'),
    write('four', true),
    write('five'),
  ]);
  assert.deepEqual(
    outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
    ['one', 'no two', 'three', 'no four', 'five'],
  );
  const titles = (await collect(listIdeas(store.db))).map(({ title }) => title).sort();
  assert.deepEqual(titles, ['five', 'one', 'three']);
});

test('an acknowledged write is visible on another connection', async () => {
  const other = await openStore(location);
  await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      await write(`seen ${number}`);
      const titles = (await collect(listIdeas(other.db))).map(({ title }) => title);
      assert.ok(titles.includes(`seen ${number}`));
    }),
  );
  await other.close();
});
