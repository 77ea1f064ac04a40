import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site } from '#site.config.ts';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { sweep } from '../store/sweep.ts';

const { call, db, userWithToken } = await startApi();
const { token, username } = await userWithToken('admin');
const at = '2026-11-15T10:00:00.000Z';

const kinds = [
  { kind: 'ideas', form: '/api/ideas', draft: ideaDraft, status: 'approved', first: 'pending' },
  {
    kind: 'applications',
    form: '/api/applications',
    draft: applicationDraft,
    status: 'accepted',
    first: 'pending',
  },
  { kind: 'contacts', form: '/api/contact', draft: contactDraft, status: 'replied', first: 'new' },
] as const;

const trash = async (kind: string) =>
  (await call('GET', '/api/admin/trash', { token })).body[kind] as { id: string }[];
const isIn = (list: { id: string }[], wanted: string) => list.some(({ id }) => id === wanted);

for (const { kind, form, draft, status, first } of kinds) {
  const path = `/api/admin/${kind}`;
  const submit = async () => (await call('POST', form, { body: draft })).body.id as string;
  const review = (id: string, body: object, headers = {}) =>
    call('PATCH', `${path}/${id}/status`, { body, token, headers });
  const history = async (id: string) => {
    const { body } = await call('GET', `${path}/${id}/history`, { token });
    return body.map(({ id: _, ...entry }: { id: string }) => entry);
  };
  const remove = (id: string) => call('DELETE', `${path}/${id}`, { token });
  const restore = (id: string) => call('POST', `/api/admin/trash/${id}/restore`, { token });

  test(`${kind}: each change is recorded, with its author, old value, new value and time`, async () => {
    const id = await submit();
    assert.deepEqual(await history(id), []);
    await review(id, { status });
    const entry = { by: username, what: 'status', from: first, to: status, at };
    assert.deepEqual(await history(id), [entry]);
    // Repeating the review adds nothing to the history.
    await review(id, { status });
    assert.deepEqual(await history(id), [entry]);
    const refused = await review(id, { status: first }, { 'If-Match': '"1"' });
    assert.equal(refused.status, 412);
    assert.deepEqual(await history(id), [entry]);
  });

  test(`${kind}: a deleted submission is in the trash, and a restore brings it back complete`, async () => {
    const id = await submit();
    const { body: reviewed } = await review(id, { status });
    assert.equal((await remove(id)).status, 204);
    assert.equal((await call('GET', `${path}/${id}`, { token })).status, 404);
    const [deleted] = await trash(kind);
    assert.deepEqual(deleted, { ...reviewed, deletedAt: at, deletedBy: username });

    assert.equal((await restore(id)).status, 204);
    const { body: restored } = await call('GET', `${path}/${id}`, { token });
    assert.deepEqual(restored, { ...reviewed, version: reviewed.version + 1 });
    assert.ok(!isIn(await trash(kind), id));
    assert.equal((await restore(id)).status, 404);
    const events = (await history(id)).map(({ what }: { what: string }) => what);
    assert.deepEqual(events, ['restored', 'deleted', 'status']);
    const { body: page } = await call('GET', `${path}?view=page&q=${encodeURIComponent('a')}`, {
      token,
    });
    assert.ok(isIn(page.items, id), 'a restored one is found by the search');
  });

  test(`${kind}: a permanent deletion removes all values from the history`, async () => {
    const id = await submit();
    await review(id, { status });
    await remove(id);
    const purge = () => call('DELETE', `/api/admin/trash/${id}`, { token });
    assert.equal((await purge()).status, 204);
    assert.equal((await purge()).status, 404);
    assert.ok(!isIn(await trash(kind), id));
    assert.deepEqual(
      (await history(id)).map(({ from, to }: { from: string; to: string }) => [from, to]),
      [
        [null, null],
        [null, null],
        [null, null],
      ],
    );
  });
}

test('notes and the public answer are recorded, and the answer is public', async () => {
  const { body: idea } = await call('POST', '/api/ideas', { body: ideaDraft });
  const path = `/api/admin/ideas/${idea.id}`;
  const answer = 'A pod takes it in March.';
  const body = { status: 'pending', notes: 'Ask the library.', answer };
  const { body: reviewed } = await call('PATCH', `${path}/status`, { token, body });
  assert.deepEqual([reviewed.notes, reviewed.answer], [body.notes, answer]);
  const { body: entries } = await call('GET', `${path}/history`, { token });
  assert.deepEqual(
    entries.map(({ what, from, to }: Record<string, string>) => [what, from, to]),
    [
      ['answer', null, answer],
      ['notes', null, body.notes],
    ],
  );
  const { body: list } = await call('GET', '/api/ideas');
  const shown = list.find(({ id }: { id: string }) => id === idea.id);
  assert.equal(shown.answer, answer);
  assert.ok(!JSON.stringify(list).includes(body.notes));

  const { body: without } = await call('PATCH', `${path}/status`, {
    token,
    body: { status: 'pending', answer: ' ' },
  });
  assert.ok(!('answer' in without), 'an empty answer is none');
  assert.equal(without.notes, body.notes, 'what is left out stays');
});

test('the activity has the newest changes of all kinds, and of their values only new statuses', async () => {
  const { body: contact } = await call('POST', '/api/contact', { body: contactDraft });
  const { body: idea } = await call('POST', '/api/ideas', { body: ideaDraft });
  const set = (path: string, body: object) =>
    call('PATCH', `/api/admin/${path}/status`, { token, body });
  await set(`contacts/${contact.id}`, { status: 'read' });
  await set(`ideas/${idea.id}`, { status: 'pending', notes: 'Never shown here' });
  await call('DELETE', `/api/admin/contacts/${contact.id}`, { token });
  const { body: activity } = await call('GET', '/api/admin/activity', { token });
  const common = { by: username, at };
  assert.deepEqual(
    activity.slice(0, 3).map(({ id: _, ...entry }: { id: string }) => entry),
    [
      {
        ...common,
        what: 'deleted',
        kind: 'contact',
        submissionId: contact.id,
        name: null,
        status: null,
      },
      {
        ...common,
        what: 'notes',
        kind: 'idea',
        submissionId: idea.id,
        name: ideaDraft.title,
        status: null,
      },
      {
        ...common,
        what: 'status',
        kind: 'contact',
        submissionId: contact.id,
        name: null,
        status: 'read',
      },
    ],
  );
});

test('after 30 days in the trash a submission is deleted permanently', async () => {
  const { body: contact } = await call('POST', '/api/contact', { body: contactDraft });
  await call('DELETE', `/api/admin/contacts/${contact.id}`, { token });
  const days = (number: number) => new Date(Date.parse(at) + number * 24 * 60 * 60_000);
  // Reads the table `trash` instead of the API, because `sweep` also deletes the session of `token`.
  const inTrash = async () => isIn(await db.selectFrom('trash').select('id').execute(), contact.id);
  await sweep(db, days(29.9), site.keepMonths, assert.ifError);
  assert.equal(await inTrash(), true);
  await sweep(db, days(30), site.keepMonths, assert.ifError);
  assert.equal(await inTrash(), false);
});
