import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';

const api = await startApi();
const { token } = await api.userWithToken('admin');

const kinds = [
  {
    path: '/api/admin/ideas',
    send: (name: string) => ['/api/ideas', { ...ideaDraft, title: name }],
    nameOf: (item: Record<string, string>) => item.title,
    first: 'pending',
    next: 'approved',
  },
  {
    path: '/api/admin/applications',
    send: (name: string) => ['/api/applications', { ...applicationDraft, fullName: name }],
    nameOf: (item: Record<string, string>) => item.fullName,
    first: 'pending',
    next: 'accepted',
  },
  {
    path: '/api/admin/contacts',
    send: (name: string) => ['/api/contact', { ...contactDraft, name }],
    nameOf: (item: Record<string, string>) => item.name,
    first: 'new',
    next: 'read',
  },
] as const;

for (const { path, send, nameOf, first, next } of kinds) {
  test(`${path} answers one page with view=page, and the whole list without it`, async () => {
    const names = Array.from(
      { length: 7 },
      (_, number) => `Name ${number % 2 ? 'Odd' : 'Even'} ${number}`,
    );
    for (const name of names) {
      const [address, body] = send(name);
      assert.equal((await api.call('POST', address as string, { body })).status, 201);
    }
    const newest = names.toReversed();
    const get = async (query: string) => (await api.call('GET', `${path}${query}`, { token })).body;
    const whole = await get('');
    assert.deepEqual(whole.map(nameOf), newest);

    const page = await get('?view=page&limit=3');
    assert.deepEqual(page.items, whole.slice(0, 3));
    assert.deepEqual([page.total, page.counts[first], page.hasMore], [7, 7, true]);
    const last = await get(`?view=page&limit=4&before=${page.items[2].id}`);
    assert.deepEqual(last.items, whole.slice(3));
    assert.equal(last.hasMore, false);

    const newer = await get(`?view=page&limit=2&after=${whole[4].id}`);
    assert.deepEqual(newer.items, whole.slice(2, 4));
    assert.equal(newer.hasMore, true);
    assert.deepEqual((await get(`?view=page&after=${whole[0].id}`)).items, []);
    assert.deepEqual(await get(`/${whole[3].id}`), whole[3]);

    const odd = await get('?view=page&q=ODD&limit=2');
    assert.deepEqual(
      odd.items.map(nameOf),
      newest.filter((name) => name.includes('Odd')).slice(0, 2),
    );
    assert.deepEqual([odd.total, odd.hasMore], [3, true]);

    const { id } = odd.items[0];
    const review = await api.call('PATCH', `${path}/${id}/status`, {
      token,
      body: { status: next },
    });
    assert.equal(review.status, 200, JSON.stringify(review.body));
    const reviewed = await get(`?view=page&q=odd&status=${next}`);
    assert.deepEqual(
      reviewed.items.map((item: { id: string }) => item.id),
      [id],
    );
    assert.deepEqual([reviewed.counts[first], reviewed.counts[next]], [2, 1]);
    assert.equal((await get(`?view=page&status=${first}`)).total, 6);
    assert.equal((await get('?view=page&status=nonsense')).total, 0);
  });
}

test('a page of a staff list and one submission need a token, and the submission must be there', async () => {
  for (const { path } of kinds) {
    assert.equal((await api.call('GET', `${path}?view=page`)).status, 401);
    assert.equal((await api.call('GET', `${path}/nothing`)).status, 401);
    assert.equal((await api.call('GET', `${path}/nothing`, { token })).status, 404);
  }
});
