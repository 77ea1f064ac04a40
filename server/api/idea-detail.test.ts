import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ideaDraft } from '../../tests/drafts.ts';
import { minute, startApi } from '../../tests/harness.ts';

/** One idea as visitors see it. */

const api = await startApi();
const { token } = await api.userWithToken('admin');

const submit = async (title: string) => {
  api.pass(minute);
  const { body } = await api.call('POST', '/api/ideas', { body: { ...ideaDraft, title } });
  return body as { id: string; createdAt: string; receiptPath: string };
};
const read = async (id: string) => (await api.call('GET', `/api/ideas/${id}`)).body;
const review = (id: string, body: object) =>
  api.call('PATCH', `/api/admin/ideas/${id}/status`, { token, body });

test('an idea has the dates of its statuses and its neighbours, and nothing private', async () => {
  const [older, idea, newer] = [await submit('Older'), await submit('This'), await submit('Newer')];
  const { receiptPath, ...sent } = idea;
  const link = ({ id, createdAt }: typeof idea, title: string) => ({ id, title, createdAt });
  assert.deepEqual(await read(idea.id), {
    ...sent,
    route: [{ status: 'pending', at: idea.createdAt }],
    newer: link(newer, 'Newer'),
    older: link(older, 'Older'),
  });

  api.pass(minute);
  const reviewedAt = api.deps.clock().toISOString();
  await review(idea.id, { status: 'under_review', notes: 'For staff', ownerId: null });
  api.pass(minute);
  await review(idea.id, { status: 'under_review', answer: 'We read it.' });
  await review(idea.id, { status: 'rejected' });
  const after = await read(idea.id);
  assert.deepEqual(after.route, [
    { status: 'pending', at: idea.createdAt },
    { status: 'under_review', at: reviewedAt },
    { status: 'rejected', at: api.deps.clock().toISOString() },
  ]);
  assert.equal(after.answer, 'We read it.');
  assert.ok(!JSON.stringify(after).includes('For staff'));
  assert.deepEqual((await read(older.id)).older, null);
  assert.deepEqual((await read(newer.id)).newer, null);
});

test('an idea that was deleted, held back or never sent is not found', async () => {
  const { id } = await submit('Gone');
  await api.call('DELETE', `/api/admin/ideas/${id}`, { token });
  for (const each of [id, '01a1dea6-4100-7000-8000-000000000000', 'x', '%00', '..%2f']) {
    const { status } = await api.call('GET', `/api/ideas/${each}`);
    assert.equal(status, 404, each);
  }
});

test('the links of all ideas come in parts, newest first', async () => {
  const { body: first } = await api.call('GET', '/api/ideas?view=links');
  const { body: all } = await api.call('GET', '/api/ideas');
  assert.deepEqual(
    first.items,
    all.map(({ id, title, createdAt }: Record<string, string>) => ({ id, title, createdAt })),
  );
  assert.equal(first.hasMore, false);
  const { body: rest } = await api.call('GET', `/api/ideas?view=links&before=${first.items[0].id}`);
  assert.deepEqual(rest.items, first.items.slice(1));
});
