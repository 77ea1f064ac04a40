import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { day, hour, startApi } from '../../tests/harness.ts';
import { findWaiting } from '../store/waiting.ts';

/** Tests of owners, waiting submissions, filters and order of the lists, and changes of several submissions at once. */

const api = await startApi();
const admin = await api.userWithToken('admin');
const { token } = admin;
const other = await api.userWithToken('admin');

const kinds = [
  { kind: 'ideas', form: '/api/ideas', draft: ideaDraft, open: 'under_review', done: 'approved' },
  {
    kind: 'applications',
    form: '/api/applications',
    draft: applicationDraft,
    open: 'reviewed',
    done: 'accepted',
  },
  { kind: 'contacts', form: '/api/contact', draft: contactDraft, open: 'read', done: 'replied' },
] as const;

interface Item {
  id: string;
  status: string;
  version: number;
  ownerId?: string;
}

const idsOf = (items: Item[]) => items.map(({ id }) => id);
const [me, them] = [admin.id, other.id];

for (const { kind, form, draft, open, done } of kinds) {
  const path = `/api/admin/${kind}`;
  const several = `/api/admin/several/${kind}`;
  const send = async (changes = {}) =>
    (await api.call('POST', form, { body: { ...draft, ...changes } })).body.id as string;
  const review = (id: string, body: object) =>
    api.call('PATCH', `${path}/${id}/status`, { token, body });
  const page = async (query: string, as = token) => {
    const { body } = await api.call('GET', `${path}?view=page&${query}`, { token: as });
    return { ...body, ids: idsOf(body.items) };
  };
  const waiting = async () => {
    const { body } = await api.call('GET', '/api/admin/waiting', { token });
    return { ...body, of: body.kinds.find((each: { kind: string }) => each.kind === kind) };
  };

  test(`${kind}: an owner is set, filtered by, recorded, and removed when the user is deleted`, async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    const { body: owned } = await review(second, { status: open, ownerId: me });
    assert.equal(owned.ownerId, me);
    await review(third, { status: open, ownerId: them });
    assert.deepEqual((await page('owner=me')).ids, [second]);
    assert.deepEqual((await page(`owner=${them}`)).ids, [third]);
    assert.deepEqual((await page('owner=me', other.token)).ids, [third]);
    assert.equal((await page('owner=me')).total, 1);
    assert.deepEqual((await page(`owner=me&status=${done}`)).ids, []);
    assert.deepEqual((await page(`owner=me&q=${encodeURIComponent('a')}`)).ids, [second]);
    assert.equal((await waiting()).mine, 1);

    // A review without `ownerId` keeps the owner.
    assert.equal((await review(second, { status: open })).body.ownerId, me);
    const { body: history } = await api.call('GET', `${path}/${second}/history`, { token });
    const change = history.find(({ what }: { what: string }) => what === 'owner');
    assert.deepEqual([change.by, change.from, change.to], [admin.username, null, admin.username]);

    const blogger = await api.userWithToken('blog-admin');
    for (const ownerId of [blogger.id, 'nobody', first]) {
      const refused = await review(first, { status: open, ownerId });
      assert.equal(refused.status, 422);
      assert.ok(refused.body.fields.ownerId);
    }

    assert.equal((await review(first, { status: open, ownerId: '' })).body.ownerId, undefined);

    const leaving = await api.userWithToken('admin');
    const leavingId = leaving.id;
    await review(first, { status: open, ownerId: leavingId });
    await api.call('DELETE', `/api/admin/users/${leavingId}`, { token });
    const { body: left } = await api.call('GET', `${path}/${first}`, { token });
    assert.equal(left.ownerId, undefined);
    const { body: story } = await api.call('GET', `${path}/${first}/history`, { token });
    assert.deepEqual(
      [story[0].by, story[0].what, story[0].from, story[0].to],
      [admin.username, 'owner', leaving.username, null],
    );

    // A restored submission keeps its owner.
    await api.call('DELETE', `${path}/${second}`, { token });
    assert.deepEqual((await page('owner=me')).ids, []);
    await api.call('POST', `/api/admin/trash/${second}/restore`, { token });
    assert.deepEqual((await page('owner=me')).ids, [second]);
    const { body: freed } = await review(second, { status: open, ownerId: null });
    assert.equal(freed.ownerId, undefined);
    for (const id of [first, second, third]) await api.call('DELETE', `${path}/${id}`, { token });
  });

  test(`${kind}: waiting submissions are paged oldest first, in both directions`, async () => {
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) ids.push(await send());
    const [answered = '', ...rest] = ids;
    await review(answered, { status: done });
    await review(rest[0] ?? '', { status: open });
    assert.equal((await waiting()).of.count, 6);
    assert.deepEqual((await page('status=waiting')).ids, rest.toReversed());
    const oldest = await page('status=waiting&sort=oldest&limit=4');
    assert.deepEqual([oldest.ids, oldest.total, oldest.hasMore], [rest.slice(0, 4), 6, true]);
    const next = await page(`status=waiting&sort=oldest&limit=4&after=${rest[3]}`);
    assert.deepEqual([next.ids, next.hasMore], [rest.slice(4), false]);
    const back = await page(`status=waiting&sort=oldest&limit=2&before=${rest[4]}`);
    assert.deepEqual([back.ids, back.hasMore], [rest.slice(2, 4), true]);
    assert.deepEqual((await page('sort=oldest')).ids, ids);
    const found = await page(`sort=oldest&status=waiting&q=${encodeURIComponent('a')}&limit=3`);
    assert.deepEqual([found.ids, found.hasMore], [rest.slice(0, 3), true]);
    const exported = await api.call('GET', `${path}?view=all&status=waiting`, { token });
    assert.deepEqual(idsOf(exported.body), rest.toReversed());
    // The public list does not know the status `waiting`, so it finds nothing.
    if (kind === 'ideas') {
      const { body } = await api.call('GET', '/api/ideas?view=page&status=waiting&sort=oldest');
      assert.deepEqual(body.items, []);
    }

    assert.equal((await waiting()).of.overdue, 0);
    // Calls the store instead of the API, because the session of the caller would have expired at the later time.
    const overdueAfter = async (time: number) => {
      const later = new Date(api.deps.clock().getTime() + time);
      const { kinds } = await findWaiting(api.db, admin, later);
      return kinds.find((each) => each.kind === kind)?.overdue;
    };
    assert.equal(await overdueAfter(23 * hour), 0);
    assert.equal(await overdueAfter(25 * hour), kind === 'contacts' ? 6 : 0);
    assert.equal(await overdueAfter(15 * day), 6);
    assert.deepEqual(idsOf((await waiting()).oldest), rest);
    for (const id of rest) await review(id, { status: done });
    assert.deepEqual(idsOf((await waiting()).oldest), []);
  });

  test(`${kind}: several submissions are changed or deleted at once, except those that somebody else has changed`, async () => {
    const ids = [await send(), await send(), await send()];
    const seen = await Promise.all(
      ids.map(async (id) => (await api.call('GET', `${path}/${id}`, { token })).body as Item),
    );
    const items = seen.map(({ id, version }) => ({ id, version }));
    await review(ids[1] ?? '', { status: open });
    const many = await api.call('PATCH', several, { token, body: { items, status: done } });
    assert.deepEqual([many.status, many.body], [200, { left: [ids[1]] }]);
    const { ids: changed } = await page(`status=${done}`);
    assert.ok(changed.includes(ids[0]) && changed.includes(ids[2]) && !changed.includes(ids[1]));
    const { body: history } = await api.call('GET', `${path}/${ids[0]}/history`, { token });
    assert.equal(history.length, 1);

    const gone = await api.call('POST', `${several}/delete`, {
      token,
      body: { items: items.map(({ id }) => ({ id, version: 2 })) },
    });
    assert.deepEqual([gone.status, gone.body], [201, { left: [] }]);
    assert.equal((await api.call('GET', `${path}/${ids[0]}`, { token })).status, 404);
    const restored = await api.call('POST', '/api/admin/several/restore', { token, body: { ids } });
    assert.deepEqual([restored.status, restored.body], [201, { ids }]);
    const again = await api.call('POST', '/api/admin/several/restore', { token, body: { ids } });
    assert.deepEqual(again.body, { ids: [] });
    assert.equal((await api.call('GET', `${path}/${ids[0]}`, { token })).body.status, done);

    for (const id of ids) await review(id, { status: done });
    for (const body of [
      { items: [], status: done },
      { items: Array.from({ length: 101 }, () => items[0]), status: done },
      { items: [{ id: '\u0000', version: 1 }], status: done },
      { items, status: 'waiting' },
      { items },
      { items: [items[0], items[0]], status: done },
    ]) {
      assert.equal((await api.call('PATCH', several, { token, body })).status, 422);
    }
  });
}

test('ideas are filtered by expertise, applications by role and circle, also after a correction', async () => {
  const idea = await api.call('POST', '/api/ideas', {
    body: { ...ideaDraft, title: 'Wanted', requiredExpertise: ['QA Specialist', 'Developer'] },
  });
  const ideas = async (query: string) =>
    (await api.call('GET', `/api/admin/ideas?view=page&${query}`, { token })).body.items.map(
      ({ title }: { title: string }) => title,
    );
  assert.deepEqual(await ideas(`expertise=${encodeURIComponent('QA Specialist')}`), ['Wanted']);
  await api.call('PATCH', `/api/admin/ideas/${idea.body.id}/status`, {
    token,
    body: { status: 'pending', ownerId: me },
  });
  await api.call('PUT', `/api${idea.body.receiptPath.replace('receipt', 'receipts')}/idea`, {
    body: { ...ideaDraft, title: 'Wanted', requiredExpertise: ['Product Manager'] },
  });
  assert.deepEqual(await ideas(`expertise=${encodeURIComponent('QA Specialist')}`), []);
  assert.deepEqual(await ideas(`expertise=${encodeURIComponent('Product Manager')}`), ['Wanted']);
  // A correction by the sender keeps the owner.
  assert.deepEqual(await ideas('owner=me'), ['Wanted']);

  const apply = (fullName: string, role: string, circles: string[]) =>
    api.call('POST', '/api/applications', {
      body: { ...applicationDraft, fullName, role, circles },
    });
  await apply('One', 'DevOps Engineer', ['IT', 'Events']);
  await apply('Two', 'DevOps Engineer', ['Events']);
  await apply('Three', 'Poet', ['IT']);
  const applications = async (query: object) =>
    (
      await api.call(
        'GET',
        `/api/admin/applications?${new URLSearchParams({ view: 'page', ...query })}`,
        { token },
      )
    ).body.items.map(({ fullName }: { fullName: string }) => fullName);
  assert.deepEqual(await applications({ role: 'DevOps Engineer' }), ['Two', 'One']);
  assert.deepEqual(await applications({ role: 'DevOps Engineer', circle: 'IT' }), ['One']);
  assert.deepEqual(await applications({ circle: 'Events', sort: 'oldest' }), ['One', 'Two']);
  assert.deepEqual(await applications({ role: 'Other', q: 'three' }), ['Three']);
  assert.deepEqual(await applications({ role: 'Other', circle: 'Events' }), []);
  // Anonymising an application replaces a role that is not in the list with "Other". The filter still finds it.
  await api.db
    .updateTable('applications')
    .set({ role: 'Other' })
    .where('role', '=', 'Poet')
    .execute();
  assert.deepEqual(await applications({ role: 'Other', q: 'three' }), ['Three']);
});

test('GET /api/admin/waiting has only the kinds that the caller may open', async () => {
  const blogger = await api.userWithToken('blog-admin');
  const { status, body } = await api.call('GET', '/api/admin/waiting', blogger);
  assert.deepEqual([status, body], [200, { kinds: [], mine: 0, oldest: [] }]);
});
