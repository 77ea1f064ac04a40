import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appDraft, ideaDraft, logDraft, podDraft } from '../../tests/drafts.ts';
import * as bad from '../../tests/fields.ts';
import { minute, startApi } from '../../tests/harness.ts';

/** Tests of the flight logs of pods, and of the status changes of ideas. The feed of the lab reads both. */

const api = await startApi();
const { call } = api;
const { token, username } = await api.userWithToken('admin');

const send = (method: string, path: string, body?: object, headers = {}) =>
  call(method, path, { token, headers, ...(body && { body }) });
const newPod = async (name: string) =>
  (await send('POST', '/api/admin/pods', { ...podDraft, name })).body.id as string;
const write = async (draft: object) => {
  api.advance(minute);
  const { status, body } = await send('POST', '/api/admin/log', { ...logDraft, ...draft });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};
const textsOf = (items: { text: string }[]) => items.map(({ text }) => text);

test('POST /api/admin/log writes an entry; visitors see it without its author', async () => {
  const podId = await newPod('Knot');
  const made = await write({ podId });
  assert.deepEqual(
    { ...made, id: '', createdAt: '' },
    { ...logDraft, podId, podName: 'Knot', author: username, version: 1, id: '', createdAt: '' },
  );
  const { author, version, ...shown } = made;
  const log = { total: 1, hasMore: false, mvpHours: 7.5, extendedHours: 0, items: [shown] };
  assert.deepEqual((await call('GET', `/api/pods/${podId}/log`)).body, log);
  assert.deepEqual((await call('GET', '/api/log?limit=1')).body, [shown]);
  assert.deepEqual((await send('GET', `/api/admin/log?pod=${podId}`)).body, {
    items: [made],
    hasMore: false,
  });
});

test('an entry takes its defaults: today, no hours', async () => {
  const podId = await newPod('Stint');
  const { body } = await send('POST', '/api/admin/log', { podId, text: 'Quiet.' });
  const today = api.deps.clock().toISOString().slice(0, 10);
  assert.partialDeepStrictEqual(body, { date: today, mvpHours: 0, extendedHours: 0 });
});

test('POST and PUT /api/admin/log refuse every bad field by its name', async (t) => {
  const podId = await newPod('Reeve');
  const made = await write({ podId });
  const fields = {
    podId: bad.required([7, {}, [], 'no-such-pod', 'x'.repeat(201)]),
    text: bad.required(bad.text(600)),
    date: ['', null, ...bad.date],
    mvpHours: [...bad.number(0, 100), 0.25, 1.1, -0.5],
    extendedHours: [...bad.number(0, 100), 0.25],
  };
  for (const { label, field, body } of bad.badBodies({ ...logDraft, podId }, fields)) {
    await t.test(label, async () => {
      for (const [method, path] of [
        ['POST', '/api/admin/log'],
        ['PUT', `/api/admin/log/${made.id}`],
      ] as const) {
        const answer = await send(method, path, body);
        assert.equal(answer.status, 422, `${method}: ${JSON.stringify(answer.body)}`);
        assert.deepEqual(Object.keys(answer.body.fields), [field]);
      }
    });
  }
  assert.equal((await call('GET', `/api/pods/${podId}/log`)).body.total, 1);
});

test('PUT changes an entry, answers 412 for another version, and moves it to another pod; DELETE deletes it', async () => {
  const [podId, other] = [await newPod('Ruff'), await newPod('Snipe')];
  const made = await write({ podId });
  const path = `/api/admin/log/${made.id}`;
  const kept = await send('PUT', path, { podId, text: 'Another text' }, { 'If-Match': '"1"' });
  assert.deepEqual(kept.body, { ...made, text: 'Another text', version: 2 });
  const stale = await send('PUT', path, { podId, text: 'Too late' }, { 'If-Match': '"1"' });
  assert.equal(stale.status, 412);
  const moved = await send('PUT', path, { podId: other, text: 'Moved', mvpHours: 51 });
  assert.partialDeepStrictEqual(moved.body, { podName: 'Snipe', date: made.date, mvpHours: 51 });
  assert.equal((await call('GET', `/api/pods/${podId}/log`)).body.total, 0);
  assert.equal((await call('GET', `/api/pods/${other}/log`)).body.mvpHours, 51);

  assert.equal((await send('DELETE', path, undefined, { 'If-Match': '"1"' })).status, 412);
  assert.equal((await send('DELETE', path)).status, 204);
  assert.equal((await send('DELETE', path)).status, 404);
  assert.equal((await send('PUT', path, { podId, text: 'Gone' })).status, 404);
});

test('a log is sorted by date, newest first, and each of its pages has the sums of the whole log', async () => {
  const podId = await newPod('Dunlin');
  for (const [date, text, mvpHours, extendedHours] of [
    ['2026-02-02', 'third', 20, 0],
    ['2026-01-02', 'first', 20.5, 0],
    ['2026-01-09', 'second', 12, 0],
    ['2026-02-02', 'fourth', 0, 3.5],
  ] as const) {
    await write({ podId, date, text, mvpHours, extendedHours });
  }
  const read = async (query: string) => (await call('GET', `/api/pods/${podId}/log${query}`)).body;
  const first = await read('?limit=3');
  assert.deepEqual(textsOf(first.items), ['fourth', 'third', 'second']);
  const sums = { total: 4, mvpHours: 52.5, extendedHours: 3.5 };
  assert.partialDeepStrictEqual(first, { ...sums, hasMore: true });
  const rest = await read(`?limit=3&before=${first.items[2].id}`);
  assert.deepEqual(textsOf(rest.items), ['first']);
  assert.partialDeepStrictEqual(rest, { ...sums, hasMore: false });
  const nothing = await read('?before=01a1dea6-4100-7000-8000-000000000000');
  assert.deepEqual(nothing.items, []);
  const staff = (await send('GET', `/api/admin/log?pod=${podId}&limit=1`)).body;
  assert.deepEqual([textsOf(staff.items), staff.hasMore], [['fourth'], true]);
  assert.equal((await send('GET', '/api/admin/log')).body.items.length > 4, true);
});

test('a project shows the log of its pod; one without a pod has an empty log', async () => {
  const podId = await newPod('Redshank');
  await write({ podId, text: 'Of the pod' });
  const app = async (body: object) =>
    (await send('POST', '/api/admin/apps', { ...appDraft, ...body })).body.id as string;
  const readLog = async (id: string) => (await call('GET', `/api/apps/${id}/log`)).body;
  assert.deepEqual(textsOf((await readLog(await app({ podId }))).items), ['Of the pod']);
  const empty = { items: [], total: 0, hasMore: false, mvpHours: 0, extendedHours: 0 };
  assert.deepEqual(await readLog(await app({})), empty);
  for (const path of ['/api/apps/nope/log', '/api/pods/nope/log', '/api/pods/%00/log']) {
    assert.equal((await call('GET', path)).status, 404, path);
  }
});

test('deleting a pod deletes its log, and a new pod of the same name has an empty one', async () => {
  const podId = await newPod('Turnstone');
  const { id } = await write({ podId });
  assert.equal((await send('DELETE', `/api/admin/pods/${podId}`)).status, 204);
  const all = (await call('GET', '/api/log?limit=384')).body as { id: string }[];
  assert.ok(!all.some((entry) => entry.id === id));
  assert.equal((await send('DELETE', `/api/admin/log/${id}`)).status, 404);
  assert.equal(await newPod('Turnstone'), podId);
  assert.equal((await call('GET', `/api/pods/${podId}/log`)).body.total, 0);
});

test('GET /api/ideas?view=changes lists changes of public ideas only', async () => {
  const submit = async (title: string) => {
    api.advance(minute);
    const { body } = await call('POST', '/api/ideas', { body: { ...ideaDraft, title } });
    return body as { id: string; receiptPath: string };
  };
  const review = (id: string, status: string) => {
    api.advance(minute);
    const body = { status, notes: 'For staff' };
    return send('PATCH', `/api/admin/ideas/${id}/status`, body);
  };
  const changes = async () => (await call('GET', '/api/ideas?view=changes')).body.items;
  const statuses = async () =>
    (await changes()).map(({ title, status }: Record<string, string>) => `${title} ${status}`);
  const [seen, trashed, held, withdrawn] = [
    await submit('Seen'),
    await submit('Trashed'),
    await submit('Held'),
    await submit('Withdrawn'),
  ];
  for (const { id } of [seen, trashed, held, withdrawn]) await review(id, 'under_review');
  await review(seen.id, 'approved');
  assert.deepEqual(await statuses(), [
    'Seen approved',
    'Withdrawn under_review',
    'Held under_review',
    'Trashed under_review',
    'Seen under_review',
  ]);
  const at = api.deps.clock().toISOString();
  assert.deepEqual((await changes())[0], { id: seen.id, title: 'Seen', status: 'approved', at });

  await send('DELETE', `/api/admin/ideas/${trashed.id}`);
  await send('POST', `/api/admin/ideas/${held.id}/hold`);
  const secret = withdrawn.receiptPath.split('/').at(-1);
  assert.equal((await call('POST', `/api/receipts/${secret}/withdraw`)).status, 204);
  assert.deepEqual(await statuses(), ['Seen approved', 'Seen under_review']);
  await send('POST', `/api/admin/quarantine/${held.id}/release`);
  assert.deepEqual(await statuses(), ['Seen approved', 'Held under_review', 'Seen under_review']);
});
