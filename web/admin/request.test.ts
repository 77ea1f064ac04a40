import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createRequest } from './request.ts';

interface Sent {
  method: string;
  key: string | undefined;
  body: string | undefined;
}

/** Makes `fetch` return these statuses in turn, then 200. For 'lost', `fetch` rejects, as after a lost connection. */
function mockFetch(...outcomes: (number | 'lost')[]) {
  const sent: Sent[] = [];
  mock.method(globalThis, 'fetch', async (_: string, init: RequestInit & { body?: string }) => {
    const headers = init.headers as Record<string, string>;
    sent.push({ method: init.method ?? '', key: headers['Idempotency-Key'], body: init.body });
    const status = outcomes.shift() ?? 200;
    if (status === 'lost') throw new TypeError('Failed to fetch');
    return new Response(status === 204 ? null : '{"id":"made"}', { status });
  });
  return { sent, request: createRequest('token', 'user', () => true) };
}

const path = '/api/admin/pods';

test('a write repeated after a lost response or a 5xx keeps its key; after a success it gets a new one', async () => {
  for (const failure of ['lost', 503] as const) {
    const { sent, request } = mockFetch(failure, 201, 201);
    await assert.rejects(request('POST', path, { body: { name: 'a' } }));
    await request('POST', path, { body: { name: 'a' } });
    await request('POST', path, { body: { name: 'a' } });
    const [first, again, next] = sent.map(({ key }) => key);
    assert.match(first ?? '', /^[0-9a-f]{32}$/);
    assert.equal(again, first);
    assert.notEqual(next, first);
  }
});

test('a write with another version or body, or after a refusal, gets a new key', async () => {
  const { sent, request } = mockFetch('lost', 'lost', 412, 200);
  const put = (version: number, body: object) => request('PUT', `${path}/x`, { version, body });
  await assert.rejects(put(1, { name: 'a' }));
  await assert.rejects(put(2, { name: 'a' }));
  await assert.rejects(put(2, { name: 'b' }));
  await put(2, { name: 'b' });
  assert.equal(new Set(sent.map(({ key }) => key)).size, 4);
});

test('a GET, and a POST with isUnkeyed, have no idempotency key', async () => {
  const { sent, request } = mockFetch(200, 200);
  await request('GET', path);
  await request('POST', '/api/admin/preview', { body: {}, isUnkeyed: true });
  assert.deepEqual(
    sent.map(({ key }) => key),
    [undefined, undefined],
  );
});

test('a POST changed after a lost response keeps its key; if the server had saved the earlier body, onTaken gets the response', async () => {
  const { sent, request } = mockFetch('lost', 409, 201);
  const post = (name: string) =>
    request('POST', path, { body: { name }, onTaken: async (made) => ({ onTopOf: made }) });
  await assert.rejects(post('a'));
  assert.deepEqual(await post('b'), { onTopOf: { id: 'made' } });
  assert.deepEqual(
    sent.map(({ body }) => body),
    ['{"name":"a"}', '{"name":"b"}', '{"name":"a"}'],
  );
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
});

test('a write keeps its key if the session ends between a lost response and the repeated request', async () => {
  const { sent, request } = mockFetch('lost', 401, 201);
  for (let tries = 0; tries < 2; tries += 1) {
    await assert.rejects(request('POST', path, { body: { name: 'a' } }));
  }
  await request('POST', path, { body: { name: 'a' } });
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
});

test('a POST with another body and without onTaken gets a new key after a lost response', async () => {
  const { sent, request } = mockFetch('lost', 201);
  await assert.rejects(request('POST', path, { body: { name: 'a' } }));
  await request('POST', path, { body: { name: 'b' } });
  assert.equal(new Set(sent.map(({ key }) => key)).size, 2);
});

test('a POST changed after a lost response keeps its key until onTaken succeeds', async () => {
  const { sent, request } = mockFetch('lost', 409, 201, 409, 201);
  const post = (name: string, onTaken: () => Promise<unknown>) =>
    request('POST', path, { body: { name }, onTaken });
  const fail = async () => {
    throw new TypeError('Failed to fetch');
  };
  await assert.rejects(post('a', fail));
  await assert.rejects(post('b', fail));
  assert.equal(await post('b', async () => 'saved'), 'saved');
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
});
