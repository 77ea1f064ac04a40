import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastFillTime } from '#contract/quarantine.ts';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';

const { call, db, userWithToken } = await startApi();
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

  test(`POST ${path}: the sender of a quarantined submission gets the usual response`, async () => {
    const open = await call('POST', path, { body: draft });
    const quarantined = await call('POST', path, { body: draft, headers: filledTrap });
    assert.equal(quarantined.status, open.status);
    const same = ({ id: _, createdAt: __, receiptPath, ...rest }: Record<string, unknown>) => ({
      ...rest,
      length: String(receiptPath).length,
    });
    assert.deepEqual(same(quarantined.body), same(open.body));
    assert.ok(!idsOf(await inbox()).includes(quarantined.body.id));
    assert.ok(idsOf(await inbox()).includes(open.body.id));
    const there = (await quarantine())[kind].find(
      ({ id }: { id: string }) => id === quarantined.body.id,
    );
    assert.equal(there.suspicion, 'trap');
  });

  test(`POST ${path}: a released submission has the time at which it was sent`, async () => {
    const { body: sent } = await call('POST', path, { body: draft, headers: filledTrap });
    const { suspicion: _, ...quarantined } = (await quarantine())[kind][0];
    const release = () => call('POST', `/api/admin/quarantine/${sent.id}/release`, { token });
    assert.equal((await release()).status, 204);
    const released = (await inbox()).find(({ id }: { id: string }) => id === sent.id);
    assert.deepEqual(released, quarantined);
    assert.equal(released.createdAt, sent.createdAt);
    assert.ok(!idsOf((await quarantine())[kind]).includes(sent.id));
    assert.equal((await release()).status, 404);
    const { body: history } = await call('GET', `/api/admin/${kind}/${sent.id}/history`, { token });
    assert.deepEqual(
      history.map(({ what }: { what: string }) => what),
      ['released'],
    );
  });
}

test('a quarantined idea is in no public response', async () => {
  const body = { ...ideaDraft, title: 'Held back and never shown' };
  await call('POST', '/api/ideas', { body, headers: filledTrap });
  for (const path of ['/api/ideas', '/api/ideas?view=page', '/api/ideas?view=page&q=held']) {
    const { body: answer } = await call('GET', path);
    assert.ok(!JSON.stringify(answer).includes(body.title));
  }
});

test('DELETE /api/admin/quarantine/:id deletes a submission for good', async () => {
  const { body: sent } = await call('POST', '/api/contact', {
    body: contactDraft,
    headers: filledTrap,
  });
  const remove = () => call('DELETE', `/api/admin/quarantine/${sent.id}`, { token });
  assert.equal((await remove()).status, 204);
  assert.equal((await remove()).status, 404);
  assert.ok(!idsOf((await quarantine()).contacts).includes(sent.id));
  const receipts = db.selectFrom('receipts').selectAll().where('submission_id', '=', sent.id);
  assert.deepEqual(await receipts.execute(), []);
});

test('only a filled trap or an impossibly fast form is quarantined', async () => {
  const isQuarantined = async (headers: Record<string, string>) => {
    const { body } = await call('POST', '/api/contact', { body: contactDraft, headers });
    return idsOf((await quarantine()).contacts).includes(body.id);
  };
  assert.equal(await isQuarantined({}), false);
  assert.equal(await isQuarantined({ 'X-Form-Filled-In': String(leastFillTime) }), false);
  assert.equal(await isQuarantined({ 'X-Form-Filled-In': 'no number' }), false);
  assert.equal(await isQuarantined({ 'X-Form-Filled-In': String(leastFillTime - 1) }), true);
});

test('a quarantined submission that is sent again with its key is stored once', async () => {
  const headers = { ...filledTrap, 'Idempotency-Key': 'the-same' };
  const first = await call('POST', '/api/contact', { body: contactDraft, headers });
  const again = await call('POST', '/api/contact', { body: contactDraft, headers });
  assert.deepEqual(again.body, first.body);
  const quarantined = idsOf((await quarantine()).contacts).filter((id) => id === first.body.id);
  assert.equal(quarantined.length, 1);
});

/** Sends a submission that is held back, and replaces the saved row in `quarantine` with the result of `change`. */
async function sendQuarantined(
  path: string,
  draft: unknown,
  change: (row: Record<string, unknown>) => string,
): Promise<string> {
  const { body } = await call('POST', path, { body: draft, headers: filledTrap });
  const row = await db
    .selectFrom('quarantine')
    .select('submission')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const submission = change(JSON.parse(row.submission));
  await db.updateTable('quarantine').set({ submission }).where('id', '=', body.id).execute();
  return body.id;
}

test('a submission that was quarantined before a column was added or dropped can be shown and released', async () => {
  const id = await sendQuarantined('/api/applications', applicationDraft, ({ skills: _, ...row }) =>
    JSON.stringify({ ...row, gone: 'an old column' }),
  );
  const { suspicion: _, ...quarantined } = (await quarantine()).applications[0];
  assert.equal(quarantined.id, id);
  assert.deepEqual(quarantined.skills, []);
  const release = await call('POST', `/api/admin/quarantine/${id}/release`, { token });
  assert.equal(release.status, 204);
  const { body: applications } = await call('GET', '/api/admin/applications', { token });
  assert.deepEqual(applications[0], quarantined);
});

test('a submission that cannot be read is shown as such, cannot be released, and can be deleted', async () => {
  const id = await sendQuarantined('/api/ideas', ideaDraft, () => '{"title":');
  const { ideas } = await quarantine();
  assert.deepEqual([ideas[0].id, ideas[0].title], [id, 'This submission cannot be read']);
  const release = await call('POST', `/api/admin/quarantine/${id}/release`, { token });
  assert.deepEqual(
    [release.status, release.body.error],
    [409, 'This submission cannot be read. It can only be deleted.'],
  );
  assert.equal((await call('DELETE', `/api/admin/quarantine/${id}`, { token })).status, 204);
});
