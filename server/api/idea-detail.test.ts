import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ideaDraft } from '../../tests/drafts.ts';
import { minute, startApi } from '../../tests/harness.ts';

const api = await startApi();
const { token } = await api.userWithToken('admin');

const submit = async (title: string) => {
  api.advance(minute);
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
    sameAs: null,
  });

  api.advance(minute);
  const reviewedAt = api.deps.clock().toISOString();
  await review(idea.id, { status: 'under_review', notes: 'For staff', ownerId: null });
  api.advance(minute);
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

test('GET /api/ideas/:id answers 404 for a deleted idea and for unknown ids', async () => {
  const { id } = await submit('Gone');
  await api.call('DELETE', `/api/admin/ideas/${id}`, { token });
  for (const each of [id, '01a1dea6-4100-7000-8000-000000000000', 'x', '%00', '..%2f']) {
    const { status } = await api.call('GET', `/api/ideas/${each}`);
    assert.equal(status, 404, each);
  }
});

test('an idea that staff hold back is in no list, and its release brings it back complete', async () => {
  const { id, receiptPath } = await submit('Heldback');
  const { body: before } = await review(id, { status: 'approved', notes: 'Wait', answer: 'Yes' });
  const hold = () => api.call('POST', `/api/admin/ideas/${id}/hold`, { token });
  const stale = { 'If-Match': '"1"' };
  const refused = await api.call('POST', `/api/admin/ideas/${id}/hold`, { token, headers: stale });
  assert.equal(refused.status, 412);
  assert.equal((await hold()).status, 204);
  assert.equal((await hold()).status, 404);
  for (const address of [
    '/api/ideas',
    '/api/ideas?view=page&q=heldback',
    '/api/ideas?view=links',
    '/api/admin/ideas',
    '/api/admin/waiting',
  ]) {
    const { body } = await api.call('GET', address, { token });
    assert.ok(!JSON.stringify(body).includes(id), address);
  }
  assert.equal((await api.call('GET', `/api/ideas/${id}`)).status, 404);
  const secret = receiptPath.split('/').at(-1);
  const { body: receipt } = await api.call('GET', `/api/receipts/${secret}`);
  assert.deepEqual([receipt.state, receipt.status], ['received', 'approved']);
  const { body: quarantine } = await api.call('GET', '/api/admin/quarantine', { token });
  assert.equal(quarantine.ideas[0].suspicion, 'staff');

  await api.call('POST', `/api/admin/quarantine/${id}/release`, { token });
  const { body: after } = await api.call('GET', `/api/admin/ideas/${id}`, { token });
  assert.deepEqual(after, { ...before, version: before.version + 1 });
  assert.equal((await read(id)).title, 'Heldback');
  const { body: history } = await api.call('GET', `/api/admin/ideas/${id}/history`, { token });
  const events = history.map(({ what }: { what: string }) => what);
  assert.deepEqual(events.slice(0, 2), ['released', 'held']);
});

test('GET /api/ideas?view=links answers links, newest first, and with `before` only older ones', async () => {
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
