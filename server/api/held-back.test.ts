import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { bodyOf, orderOf, table, titled } from '../../tests/imports.ts';

const { call, userWithToken } = await startApi();
const { token } = await userWithToken('admin');

const staff = (method: string, path: string, body?: object) =>
  call(method, `/api/admin/${path}`, { token, ...(body && { body }) });

/** Returns why the submission is held back, or undefined if it is not in quarantine. */
async function suspicionAbout(kind: 'ideas' | 'contacts', id: string): Promise<string | undefined> {
  const { body } = await staff('GET', 'quarantine');
  return body[kind].find((held: { id: string }) => held.id === id)?.suspicion;
}

async function importIdeas(titles: string[]): Promise<string> {
  const rows = titles.map((title) => titled(title));
  const raw = bodyOf(orderOf(table('ideas', rows), rows.length));
  const { status, body } = await call('POST', '/api/admin/imports', { token, raw });
  assert.equal(status, 200);
  return body.id;
}

const restoreRoutes = [
  { name: 'one', restore: (id: string) => staff('POST', `trash/${id}/restore`) },
  { name: 'several', restore: (id: string) => staff('POST', 'several/restore', { ids: [id] }) },
];

for (const [at, { name, restore }] of restoreRoutes.entries()) {
  test(`an idea that was held back when its import was undone is held back again after a restore of ${name}`, async () => {
    const importId = await importIdeas([`Public ${at}`, `Hidden ${at}`]);
    const { body: ideas } = await staff('GET', 'ideas?view=all');
    const idOf = (title: string) =>
      ideas.find((idea: { title: string }) => idea.title === title).id as string;
    const [open, hidden] = [idOf(`Public ${at}`), idOf(`Hidden ${at}`)];
    assert.equal((await staff('POST', `ideas/${hidden}/hold`)).status, 204);
    assert.equal((await staff('POST', `imports/${importId}/undo`)).status, 200);
    for (const id of [open, hidden]) assert.ok((await restore(id)).status < 300);
    assert.equal((await call('GET', `/api/ideas/${open}`)).status, 200);
    assert.equal((await call('GET', `/api/ideas/${hidden}`)).status, 404);
    assert.equal(await suspicionAbout('ideas', hidden), 'staff');
    assert.equal((await staff('POST', `quarantine/${hidden}/release`)).status, 204);
    assert.equal((await call('GET', `/api/ideas/${hidden}`)).status, 200);
  });
}

test('a message in quarantine that its sender withdraws is in quarantine again after a restore', async () => {
  const headers = { 'X-Form-Trap': 'filled' };
  const { body } = await call('POST', '/api/contact', { body: contactDraft, headers });
  const receipt = body.receiptPath.replace('/receipt/', '/api/receipts/');
  assert.equal((await call('POST', `${receipt}/withdraw`)).status, 204);
  assert.equal(await suspicionAbout('contacts', body.id), undefined);
  await staff('POST', `trash/${body.id}/restore`);
  assert.equal(await suspicionAbout('contacts', body.id), 'trap');
  assert.equal((await staff('GET', `contacts/${body.id}`)).status, 404);
});

test('the release of an idea removes an owner who may no longer open ideas', async () => {
  const { id } = (await call('POST', '/api/ideas', { body: ideaDraft })).body;
  const owner = await userWithToken('admin');
  const review = { status: 'under_review', ownerId: owner.id };
  assert.equal((await staff('PATCH', `ideas/${id}/status`, review)).body.ownerId, owner.id);
  assert.equal((await staff('POST', `ideas/${id}/hold`)).status, 204);
  assert.equal((await staff('PATCH', `users/${owner.id}`, { role: 'blog-admin' })).status, 200);
  assert.equal((await staff('POST', `quarantine/${id}/release`)).status, 204);
  assert.equal((await staff('GET', `ideas/${id}`)).body.ownerId, undefined);
});
