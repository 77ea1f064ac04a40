import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationStatuses, contactStatuses, ideaStatuses } from '#contract/vocabulary.ts';
import {
  applicationDraft,
  applicationExtras,
  contactDraft,
  ideaDraft,
} from '../../tests/drafts.ts';
import * as bad from '../../tests/fields.ts';
import { startApi } from '../../tests/harness.ts';

const { call, userWithToken } = await startApi();
const { token } = await userWithToken('admin');

const inboxes = [
  {
    list: 'applications',
    form: '/api/applications',
    draft: { ...applicationDraft, ...applicationExtras },
    statuses: applicationStatuses,
    withNotes: true,
  },
  { list: 'ideas', form: '/api/ideas', draft: ideaDraft, statuses: ideaStatuses, withNotes: true },
  {
    list: 'contacts',
    form: '/api/contact',
    draft: contactDraft,
    statuses: contactStatuses,
    withNotes: false,
  },
];

for (const { list, form, draft, statuses, withNotes } of inboxes) {
  const path = `/api/admin/${list}`;
  const submit = async () => (await call('POST', form, { body: draft })).body.id as string;
  const review = (id: string, body: object, headers = {}) =>
    call('PATCH', `${path}/${id}/status`, { body, token, headers });
  const find = async (wanted: string) =>
    (await call('GET', path, { token })).body.find(({ id }: { id: string }) => id === wanted);

  test(`GET ${path} answers all submissions with all their fields, newest first`, async () => {
    const ids = [await submit(), await submit(), await submit()];
    const { status, body, headers } = await call('GET', path, { token });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      body.slice(0, 3).map(({ id }: { id: string }) => id),
      ids.toReversed(),
    );
    assert.deepEqual(body[0], {
      ...draft,
      id: ids[2],
      status: statuses[0],
      ...(withNotes && { notes: null }),
      createdAt: '2026-11-15T10:00:00.000Z',
      version: 1,
    });
  });

  test(`PATCH ${path}/:id/status sets any status from any other`, async () => {
    const id = await submit();
    for (const from of statuses) {
      for (const to of statuses) {
        await review(id, { status: from });
        const { status, body } = await review(id, { status: to });
        assert.equal(status, 200);
        assert.equal(body.status, to);
        assert.deepEqual(await find(id), body);
      }
    }
  });

  test(`PATCH ${path}/:id/status refuses a bad status, and changes nothing`, async () => {
    const id = await submit();
    const values = [undefined, null, '', 'Pending', ...bad.choice];
    for (const status of values) {
      const answer = await review(id, { status });
      assert.equal(answer.status, 422);
      assert.deepEqual(Object.keys(answer.body.fields), ['status']);
    }
    assert.equal((await find(id)).version, 1);
  });

  test(`PATCH ${path}/:id/status changes nothing but status and notes`, async () => {
    const id = await submit();
    const before = await find(id);
    const forged = Object.fromEntries(Object.keys(before).map((key) => [key, 'forged']));
    await review(id, { ...forged, notes: undefined, status: statuses[1] });
    assert.deepEqual(await find(id), { ...before, status: statuses[1], version: 2 });
  });

  test(`PATCH ${path}/:id/status answers 412 when If-Match has another version`, async () => {
    const id = await submit();
    assert.equal((await review(id, { status: statuses[1] }, { 'If-Match': '"1"' })).status, 200);
    assert.equal((await review(id, { status: statuses[2] }, { 'If-Match': '"1"' })).status, 412);
    assert.equal((await find(id)).status, statuses[1]);
  });

  test(`DELETE ${path}/:id removes it from the list; an unknown id is 404`, async () => {
    const id = await submit();
    assert.equal((await call('DELETE', `${path}/${id}`, { token })).status, 204);
    assert.equal(await find(id), undefined);
    assert.equal((await call('DELETE', `${path}/${id}`, { token })).status, 404);
    assert.equal((await review(id, { status: statuses[0] })).status, 404);
    assert.equal((await review('%00', { status: statuses[0] })).status, 404);
  });

  if (withNotes) {
    test(`PATCH ${path}/:id/status sets, keeps and clears notes`, async () => {
      const id = await submit();
      const status = statuses[1];
      assert.equal((await review(id, { status, notes: ' Call them. ' })).body.notes, 'Call them.');
      assert.equal((await review(id, { status })).body.notes, 'Call them.');
      assert.equal((await review(id, { status, notes: '' })).body.notes, null);
      await review(id, { status, notes: 'x'.repeat(5000) });
      assert.equal((await review(id, { status, notes: null })).body.notes, null);
      for (const notes of bad.text(5000)) {
        const answer = await review(id, { status, notes });
        assert.equal(answer.status, 422);
        assert.deepEqual(Object.keys(answer.body.fields), ['notes']);
      }
    });
  } else {
    test(`PATCH ${path}/:id/status ignores notes`, async () => {
      const { body } = await review(await submit(), { status: statuses[1], notes: 'kept?' });
      assert.ok(!('notes' in body));
    });
  }
}
