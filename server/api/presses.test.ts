import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ideaDraft } from '../../tests/drafts.ts';
import { day, minute, startApi } from '../../tests/harness.ts';
import { receiptApi } from '../../tests/mail.ts';
import { sweep } from '../store/sweep.ts';

const api = await startApi({ rateLimits: true });
const staff = async () => ({ token: (await api.userWithToken('admin')).token });

let number = 0;
const nextNumber = () => {
  number += 1;
  return number;
};
const newAddress = () => `198.51.${Math.floor(nextNumber() / 250)}.${nextNumber() % 250}`;
const newBrowser = () => nextNumber().toString(16).padStart(32, '0');

const submit = async () => {
  const address = newAddress();
  const { body } = await api.call('POST', '/api/ideas', { body: ideaDraft, address });
  return body as { id: string; receiptPath: string };
};
const put = (id: string, body: object, address = newAddress()) =>
  api.call('PUT', `/api/presses/${id}`, { body, address });
const press = async (id: string, browser: string, address: string, more: object = {}) => {
  const body = { kind: 'me-too', browser, isPressed: true, ...more };
  const { status, body: counts } = await put(id, body, address);
  assert.equal(status, 200, JSON.stringify(counts));
  return [counts.meToo, counts.canHelp];
};
const counts = async (id: string) => {
  const { canFollow, ...counted } = (await api.call('GET', `/api/presses/${id}`)).body;
  assert.equal(canFollow, false, 'mail is not configured');
  return counted;
};
const sweepNow = () =>
  sweep(api.db, api.deps.clock(), { applications: null, contacts: 1 }, (error) => {
    throw error;
  });

test('PUT /api/presses/:id counts a browser once, and takes its press back', async () => {
  const { id } = await submit();
  const [one, here] = [newBrowser(), newAddress()];
  assert.deepEqual(await counts(id), { meToo: 0, canHelp: 0 });
  assert.deepEqual(await press(id, one, here), [1, 0]);
  assert.deepEqual(await press(id, one, here), [1, 0]);
  // A press of the same browser counts once, also from another network or on another day.
  assert.deepEqual(await press(id, one, newAddress()), [1, 0]);
  api.advance(day);
  assert.deepEqual(await press(id, one, newAddress()), [1, 0]);
  assert.deepEqual(await press(id, one, here, { kind: 'can-help' }), [1, 1]);
  assert.deepEqual(await counts(id), { meToo: 1, canHelp: 1 });
  assert.deepEqual(await press(id, one, newAddress(), { isPressed: false }), [0, 1]);
  assert.deepEqual(await press(id, one, here, { isPressed: false }), [0, 1]);
  // Another browser cannot take the press back.
  await press(id, newBrowser(), here, { kind: 'can-help', isPressed: false });
  assert.deepEqual(await counts(id), { meToo: 0, canHelp: 1 });
});

test('a network counts once a day for each idea', async () => {
  const [{ id }, other] = [await submit(), await submit()];
  const [first, second, here] = [newBrowser(), newBrowser(), newAddress()];
  assert.deepEqual(await press(id, first, here), [1, 0]);
  assert.deepEqual(await press(id, second, here), [1, 0]);
  assert.deepEqual(await press(other.id, second, here), [1, 0]);
  // Taking back a press that was not counted does not change the counts.
  assert.deepEqual(await press(id, second, here, { isPressed: false }), [1, 0]);
  assert.deepEqual(await press(id, first, here, { isPressed: false }), [0, 0]);
  assert.deepEqual(await press(id, second, here), [1, 0]);
  api.advance(day);
  assert.deepEqual(await press(id, newBrowser(), here), [2, 0]);
  // The network of an IPv6 address is its /64.
  assert.deepEqual(await press(id, newBrowser(), '2001:db8::1'), [3, 0]);
  assert.deepEqual(await press(id, newBrowser(), '2001:db8::ffff'), [3, 0]);
  assert.deepEqual(await press(id, newBrowser(), '2001:db8:0:1::1'), [4, 0]);
});

test('presses at the same moment are counted once for each network', async () => {
  const { id } = await submit();
  const networks = [newAddress(), newAddress(), newAddress()];
  await Promise.all(
    Array.from({ length: 24 }, (_, at) => press(id, newBrowser(), networks[at % 3] ?? '')),
  );
  assert.deepEqual(await counts(id), { meToo: 3, canHelp: 0 });
  const same = newBrowser();
  await Promise.all(Array.from({ length: 10 }, () => press(id, same, newAddress())));
  assert.deepEqual(await counts(id), { meToo: 4, canHelp: 0 });
});

test('presses of a network are limited', async () => {
  const { id } = await submit();
  const here = newAddress();
  const body = { kind: 'me-too', browser: newBrowser(), isPressed: true };
  const statuses = [];
  for (let round = 0; round < 21; round += 1) statuses.push((await put(id, body, here)).status);
  assert.deepEqual(statuses, [...Array(20).fill(200), 429]);
  assert.equal((await put(id, body)).status, 200);
});

test('the table presses has no IP address, and the hash of the network is deleted after its day', async () => {
  const { id } = await submit();
  const [browser, here] = [newBrowser(), '203.0.113.77'];
  await press(id, browser, here);
  await press(id, newBrowser(), here);
  const rows = () => api.db.selectFrom('presses').selectAll().where('idea_id', '=', id).execute();
  assert.equal((await rows()).filter((row) => row.network_hash !== null).length, 1);
  assert.ok(!JSON.stringify(await rows()).includes('203.0.113'));
  assert.ok(!JSON.stringify(await rows()).includes(browser));
  await sweepNow();
  assert.equal((await rows()).length, 2, 'nothing is swept on the same day');
  api.advance(day);
  await sweepNow();
  const [left, ...others] = await rows();
  assert.deepEqual(others, [], 'what was not counted is not kept');
  assert.equal(left?.network_hash, null);
  const keys = await api.db.selectFrom('meta').selectAll().where('key', '=', 'press_key').execute();
  assert.deepEqual(keys, []);
  // The browser can still take its press back.
  assert.deepEqual(await press(id, browser, newAddress(), { isPressed: false }), [0, 0]);
});

test('only staff see the name and the e-mail address of a helper', async () => {
  const { id, receiptPath } = await submit();
  const [browser, here] = [newBrowser(), newAddress()];
  const help = { kind: 'can-help', name: ' Private Person ', email: 'private.person@example.org' };
  await press(id, newBrowser(), here, { kind: 'can-help' });
  assert.deepEqual(await press(id, browser, here, { kind: 'can-help' }), [0, 1]);
  assert.deepEqual(await press(id, browser, here, help), [0, 1], 'not counted, and yet kept');
  // A press of "I have this too" does not save the name.
  await press(id, newBrowser(), here, { ...help, kind: 'me-too', name: 'Private Other' });

  const { body } = await api.call('GET', `/api/admin/ideas/${id}/presses`, await staff());
  assert.deepEqual(body, {
    meToo: 1,
    canHelp: 1,
    helpers: [
      {
        id: body.helpers[0].id,
        name: 'Private Person',
        email: 'private.person@example.org',
        at: api.deps.clock().toISOString(),
      },
    ],
  });
  // Repeating the press without a name and an e-mail address keeps the saved ones.
  await press(id, browser, here, { kind: 'can-help' });
  const read = async () =>
    (await api.call('GET', `/api/admin/ideas/${id}/presses`, await staff())).body.helpers;
  assert.equal((await read()).length, 1);
  const answers = await Promise.all(
    ['/api/ideas', `/api/ideas/${id}`, `/api/presses/${id}`, receiptApi(receiptPath)].map(
      async (path) => JSON.stringify((await api.call('GET', path)).body),
    ),
  );
  const exported = await api.call('GET', '/api/admin/ideas?view=csv', await staff());
  for (const answer of [...answers, String(exported.body)]) {
    assert.ok(!/private/i.test(answer), answer.slice(0, 200));
  }
  await press(id, browser, here, { kind: 'can-help', isPressed: false });
  assert.deepEqual(await read(), []);
});

test('the details of helpers are kept as long as messages, and an erasure deletes all presses', async () => {
  const { id, receiptPath } = await submit();
  const help = { kind: 'can-help', name: 'Private Person' };
  await press(id, newBrowser(), newAddress(), help);
  api.advance(20 * day);
  const late = newAddress();
  await press(id, newBrowser(), late, { ...help, name: 'Later Person' });
  api.advance(12 * day);
  await sweepNow();
  const { body } = await api.call('GET', `/api/admin/ideas/${id}/presses`, await staff());
  assert.deepEqual(
    body.helpers.map(({ name }: { name: string }) => name),
    ['Later Person'],
  );
  assert.equal(body.canHelp, 2);
  await api.call('DELETE', receiptApi(receiptPath), { address: newAddress() });
  for (const table of ['presses', 'press_counts'] as const) {
    const rows = await api.db.selectFrom(table).selectAll().where('idea_id', '=', id).execute();
    assert.deepEqual(rows, [], table);
  }
});

test('the presses of an idea answer 404 while it is not public, and come back with it', async () => {
  const { id } = await submit();
  await press(id, newBrowser(), newAddress());
  const { token } = await staff();
  const body = { kind: 'me-too', browser: newBrowser(), isPressed: true };
  for (const [away, back] of [
    [
      ['DELETE', `/api/admin/ideas/${id}`],
      ['POST', `/api/admin/trash/${id}/restore`],
    ],
    [
      ['POST', `/api/admin/ideas/${id}/hold`],
      ['POST', `/api/admin/quarantine/${id}/release`],
    ],
  ] as [[string, string], [string, string]][]) {
    await api.call(...away, { token });
    assert.equal((await api.call('GET', `/api/presses/${id}`)).status, 404);
    assert.equal((await put(id, body)).status, 404);
    await api.call(...back, { token });
    assert.deepEqual(await counts(id), { meToo: 1, canHelp: 0 });
  }
  assert.equal((await put('01a1dea6-4100-7000-8000-000000000000', body)).status, 404);
});

test('a press changes no version that staff see, and wrong bodies are refused', async () => {
  const { id } = await submit();
  const { token } = await staff();
  await press(id, newBrowser(), newAddress());
  api.advance(minute);
  const path = `/api/admin/ideas/${id}/status`;
  const headers = { 'If-Match': '"1"' };
  const review = await api.call('PATCH', path, { token, headers, body: { status: 'approved' } });
  assert.equal(review.status, 200);
  const right = { kind: 'me-too', browser: newBrowser(), isPressed: true };
  for (const wrong of [
    { kind: 'other' },
    { browser: 'short' },
    { browser: 7 },
    { isPressed: 'yes' },
    { kind: 'can-help', email: 'nowhere' },
    { kind: 'can-help', name: 'x'.repeat(201) },
  ]) {
    assert.equal((await put(id, { ...right, ...wrong })).status, 422, JSON.stringify(wrong));
  }
});
