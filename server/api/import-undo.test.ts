import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { applicationDraft, contactDraft } from '../../tests/drafts.ts';
import { day } from '../../tests/harness.ts';
import { bodyOf, orderOf, type Row, startImports, table, titled } from '../../tests/imports.ts';
import { openStore } from '../store/open.ts';
import { sweepPersonalData } from '../store/retention.ts';
import { sweepTrash } from '../store/trash.ts';
import { createApi } from './api.ts';

const { site, call, db, token, username, post, check, find, waitForSearchIndex, undo } =
  await startImports();

test('two instances that receive the same import, or the same undo, at once carry it out once', async () => {
  const { db, write, longReads, close } = await openStore(site.location);
  const second = createApi({ ...site.deps, db, write, longReads });
  const order = orderOf(table('ideas', [titled('Turnstone one'), titled('Turnstone two')]), 2);
  const atSecond = async (path: string, body?: BodyInit) => {
    const headers = { Authorization: `Bearer ${token}` };
    const sent = { method: 'POST', headers, ...(body && { body }) };
    const response = await second.request(`/api/admin/imports${path}`, sent);
    return { status: response.status, body: await response.json() };
  };
  const made = await Promise.all([post('imports', order), atSecond('', bodyOf(order))]);
  assert.deepEqual(
    made.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(made[1].body, made[0].body);
  assert.equal((await find('ideas', 'Turnstone')).length, 2);
  const undone = await Promise.all([undo(order.plan.id), atSecond(`/${order.plan.id}/undo`)]);
  assert.deepEqual(undone[1].body, undone[0].body);
  assert.equal((await find('ideas', 'Turnstone')).length, 0);
  await close();
});

test('an import is undone as a whole, restored as a whole, and can be repeated after an undo', async () => {
  const rows = Array.from({ length: 60 }, (_, number) =>
    titled(`Sanderling ${number}`, { createdAt: `2024-01-01 10:${number}` }),
  ).map((row) => ({ ...row, createdAt: String(row.createdAt).replace(/:(\d)$/, ':0$1') }));
  const sent = table('ideas', rows);
  const { body: made } = await post('imports', orderOf(sent, 60));
  const own = await call('POST', '/api/ideas', { body: titled('Sanderling of a visitor') });
  const [reviewed, held, deleted, pressed] = await find('ideas', 'Sanderling 1');
  await call('PATCH', `/api/admin/ideas/${reviewed.id}/status`, {
    token,
    body: { status: 'approved' },
  });
  await call('POST', `/api/admin/ideas/${held.id}/hold`, { token });
  await call('DELETE', `/api/admin/ideas/${deleted.id}`, { token });
  await call('PUT', `/api/presses/${pressed.id}`, {
    body: { kind: 'me-too', browser: '0'.repeat(32), isPressed: true },
  });
  site.advance(1000);

  const detail = await call('GET', `/api/admin/imports/${made.id}`, { token });
  assert.deepEqual(
    [detail.body.there, detail.body.changed, detail.body.inTrash],
    [59, 3, 0],
    JSON.stringify(detail.body),
  );
  const answers = await Promise.all([undo(made.id), undo(made.id)]);
  site.advance(1000);
  answers.push(await undo(made.id));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.deepEqual(body, answers[0]?.body);
  }
  assert.equal(answers[0]?.body.undoneBy, username);
  const left = await find('ideas', 'Sanderling');
  assert.deepEqual(
    left.map(({ id }: Row) => id),
    [own.body.id],
  );
  const { body: after } = await call('GET', `/api/admin/imports/${made.id}`, { token });
  assert.deepEqual([after.there, after.changed, after.inTrash], [0, 0, 59]);
  assert.deepEqual((await check(sent)).body.duplicates, []);

  const restore = () => call('POST', `/api/admin/imports/${made.id}/restore`, { token });
  const { status, body: back } = await restore();
  assert.equal(status, 200);
  assert.equal(back.undoneAt, null);
  assert.equal((await restore()).status, 200);
  await waitForSearchIndex();
  const ids = (await call('GET', '/api/admin/ideas?view=all&q=Sanderling', { token })).body.map(
    ({ id }: Row) => id,
  );
  assert.equal(ids.length, 59);
  assert.equal(ids.includes(held.id), false, 'held back before the undo');
  const { body: quarantine } = await call('GET', '/api/admin/quarantine', { token });
  assert.ok(quarantine.ideas.some(({ id }: Row) => id === held.id));
  assert.equal(ids.includes(deleted.id), false, 'deleted before the undo');
  const { body: again } = await call('GET', `/api/admin/ideas/${reviewed.id}`, { token });
  assert.equal(again.status, 'approved');

  await undo(made.id);
  assert.equal((await post('imports', orderOf(sent, 60))).status, 200);
  await sweepTrash(db, new Date(Date.now() + 400 * day));
  assert.equal((await restore()).status, 409);
});

test('erasing an imported submission deletes its row of imported_rows', async () => {
  const sent = table('applications', [{ ...applicationDraft, email: 'erase@example.org' }]);
  const { body: made } = await post('imports', orderOf(sent, 1));
  const [{ id }] = await find('applications', 'erase@example.org');
  const ofImport = () =>
    db.selectFrom('imported_rows').selectAll().where('import_id', '=', made.id).execute();
  assert.equal((await ofImport()).length, 1);
  await call('DELETE', `/api/admin/applications/${id}`, { token });
  await call('DELETE', `/api/admin/trash/${id}`, { token });
  assert.deepEqual(await ofImport(), []);
  assert.deepEqual((await check(sent)).body.duplicates, []);
});

test('anonymising an imported submission keeps its row of imported_rows, without the hash', async () => {
  const old = { ...applicationDraft, email: 'old@example.org', createdAt: '2024-01-01' };
  const { body: made } = await post('imports', orderOf(table('applications', [old]), 1));
  await sweepPersonalData(db, { applications: 12, contacts: null }, new Date(site.deps.clock()));
  const rows = await db
    .selectFrom('imported_rows')
    .select('row_hash')
    .where('import_id', '=', made.id)
    .execute();
  assert.deepEqual(rows, [{ row_hash: null }]);
});

test('other requests are answered while a large table is imported', async () => {
  const rowCount = 1500;
  const text = 'Long answers are usual in such forms. '.repeat(5);
  const rows = Array.from({ length: rowCount }, (_, number) =>
    titled(`Phalarope ${number}`, { problemStatement: text, createdAt: '2024-05-06 07:08' }),
  );
  const order = orderOf(table('ideas', rows), rowCount);
  let isDone = false;
  const imported = post('imports', order).finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    assert.equal((await call('GET', '/api/pods')).status, 200);
    if (!isDone) answered += 1;
    // Without the pause these requests would take most of the CPU time from the import.
    await pause(5);
  }
  const { status, body } = await imported;
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(answered > 20, `${answered} requests were answered`);
  const [, message] = await Promise.all([
    undo(body.id),
    call('POST', '/api/contact', { body: contactDraft }),
  ]);
  assert.equal(message.status, 201);
  assert.equal((await find('ideas', 'Phalarope')).length, 0);
});
