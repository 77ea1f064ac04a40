import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastFillTime } from '#contract/quarantine.ts';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';

const { call, userWithToken } = await startApi();
const { token } = await userWithToken('admin');

const forms = [
  { path: '/api/ideas', kind: 'ideas', draft: ideaDraft },
  { path: '/api/applications', kind: 'applications', draft: applicationDraft },
  { path: '/api/contact', kind: 'contacts', draft: contactDraft },
];
const filledTrap = { 'X-Form-Trap': 'filled' };

const quarantine = async () => (await call('GET', '/api/admin/quarantine', { token })).body;
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

for (const { path, kind, draft } of forms) {
  const inbox = async () => (await call('GET', `/api/admin/${kind}`, { token })).body;

  test(`POST ${path}: the sender of one that is held back is told nothing of it`, async () => {
    const open = await call('POST', path, { body: draft });
    const held = await call('POST', path, { body: draft, headers: filledTrap });
    assert.equal(held.status, open.status);
    const same = ({ id: _, createdAt: __, ...rest }: Record<string, unknown>) => rest;
    assert.deepEqual(same(held.body), same(open.body));
    assert.ok(!idsOf(await inbox()).includes(held.body.id));
    assert.ok(idsOf(await inbox()).includes(open.body.id));
    const there = (await quarantine())[kind].find(({ id }: { id: string }) => id === held.body.id);
    assert.equal(there.suspicion, 'trap');
  });

  test(`POST ${path}: one that is released is there as of when it was sent`, async () => {
    const { body: sent } = await call('POST', path, { body: draft, headers: filledTrap });
    const { suspicion: _, ...held } = (await quarantine())[kind][0];
    const release = () => call('POST', `/api/admin/quarantine/${sent.id}/release`, { token });
    assert.equal((await release()).status, 204);
    const released = (await inbox()).find(({ id }: { id: string }) => id === sent.id);
    assert.deepEqual(released, held);
    assert.equal(released.createdAt, sent.createdAt);
    assert.ok(!idsOf((await quarantine())[kind]).includes(sent.id));
    assert.equal((await release()).status, 404);
  });
}

test('what is held back is in no public answer', async () => {
  const body = { ...ideaDraft, title: 'Held back and never shown' };
  await call('POST', '/api/ideas', { body, headers: filledTrap });
  for (const path of ['/api/ideas', '/api/ideas?view=page', '/api/ideas?view=page&q=held']) {
    const { body: answer } = await call('GET', path);
    assert.ok(!JSON.stringify(answer).includes(body.title));
  }
});

test('DELETE /api/admin/quarantine/:id throws one away for good', async () => {
  const { body: sent } = await call('POST', '/api/contact', {
    body: contactDraft,
    headers: filledTrap,
  });
  const remove = () => call('DELETE', `/api/admin/quarantine/${sent.id}`, { token });
  assert.equal((await remove()).status, 204);
  assert.equal((await remove()).status, 404);
  assert.ok(!idsOf((await quarantine()).contacts).includes(sent.id));
});

test('only what no person could have done is held back', async () => {
  const isHeld = async (headers: Record<string, string>) => {
    const { body } = await call('POST', '/api/contact', { body: contactDraft, headers });
    return idsOf((await quarantine()).contacts).includes(body.id);
  };
  assert.equal(await isHeld({}), false);
  assert.equal(await isHeld({ 'X-Form-Filled-In': String(leastFillTime) }), false);
  assert.equal(await isHeld({ 'X-Form-Filled-In': 'no number' }), false);
  assert.equal(await isHeld({ 'X-Form-Filled-In': String(leastFillTime - 1) }), true);
});

test('sent again with its key, one that is held back stays one', async () => {
  const headers = { ...filledTrap, 'Idempotency-Key': 'the-same' };
  const first = await call('POST', '/api/contact', { body: contactDraft, headers });
  const again = await call('POST', '/api/contact', { body: contactDraft, headers });
  assert.deepEqual(again.body, first.body);
  const held = idsOf((await quarantine()).contacts).filter((id) => id === first.body.id);
  assert.equal(held.length, 1);
});
