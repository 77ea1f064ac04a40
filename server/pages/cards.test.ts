import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { cardKey, readCardPath } from '#contract/card.ts';
import { createCards } from './cards.ts';

const failing = (status: number) => async () => {
  throw Object.assign(new Error('no'), { status });
};
const png = new Uint8Array([1, 2, 3]);

const idea = (id: string) => ({ kind: 'idea', id }) as const;

test('the card of an idea is drawn from title and status alone', async () => {
  const drawn: unknown[] = [];
  const read = async (path: string) => ({
    path,
    title: 'A title',
    status: 'approved',
    submitterName: 'Ana',
  });
  const answer = createCards(read, async (card) => {
    drawn.push(card);
    return png;
  });
  const response = await answer(idea('the-id'));
  assert.deepEqual(drawn, [{ kind: 'idea', title: 'A title', status: 'approved' }]);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), png);
});

test('a card responds with 404 for a missing idea, with 503 while the database is away, and rejects for a defect', async () => {
  const draw = async () => png;
  assert.equal((await createCards(failing(404), draw)(idea('x'))).status, 404);
  const away = await createCards(failing(503), draw)(idea('x'));
  assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '2']);
  assert.equal(away.headers.get('cache-control'), 'no-store');
  await assert.rejects(createCards(failing(500), draw)(idea('x')));
});

test('cards are drawn one after the other, and more than 40 in flight are refused with 503', async () => {
  let [drawing, mostAtOnce] = [0, 0];
  const answer = createCards(
    async () => ({ title: 'A title', status: 'approved' }),
    async () => {
      drawing += 1;
      mostAtOnce = Math.max(mostAtOnce, drawing);
      await setImmediate();
      drawing -= 1;
      return png;
    },
  );
  const answers = Array.from({ length: 60 }, (_, at) => answer(idea(String(at))));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 40);
  assert.equal(statuses.filter((status) => status === 503).length, 20);
  assert.equal(mostAtOnce, 1);
  assert.equal((await answer(idea('later'))).status, 200);
});

test('the path of a card names its page, in any percent-encoding', () => {
  const key = (path: string) => {
    const name = readCardPath(path);
    return name && cardKey(name);
  };
  assert.equal(key('/blog/%61-post/card.png'), key('/blog/a-post/card.png'));
  assert.deepEqual(readCardPath('/project/ete/card.png'), { kind: 'project', id: 'ete' });
  assert.deepEqual(readCardPath('/card.png'), { kind: 'page', page: '/' });
  assert.deepEqual(readCardPath('/workflow/card.png'), { kind: 'page', page: '/workflow' });
  for (const other of [
    '/nowhere/card.png',
    '/blog/:id/card.png',
    '/blog/a/b/card.png',
    '/blog/%/card.png',
    '/blog/a%2Fb/card.png',
    '/blog/card.png.png',
    '//card.png',
  ]) {
    assert.equal(readCardPath(other), undefined, other);
  }
});
