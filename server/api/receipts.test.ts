import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { tableNames } from '../store/tables.ts';
import { secretLimit } from './limits.ts';

const { call, db, logged, userWithToken } = await startApi();
const { token } = await userWithToken('admin');

const kinds = [
  {
    kind: 'idea',
    list: 'ideas',
    form: '/api/ideas',
    draft: { ...ideaDraft, email: 'sender@example.org' },
    changed: { title: 'A corrected title' },
    found: 'corrected title',
    first: 'pending',
    next: 'under_review',
  },
  {
    kind: 'application',
    list: 'applications',
    form: '/api/applications',
    draft: applicationDraft,
    changed: { fullName: 'A corrected name' },
    found: 'corrected name',
    first: 'pending',
    next: 'reviewed',
  },
  {
    kind: 'contact',
    list: 'contacts',
    form: '/api/contact',
    draft: contactDraft,
    changed: { subject: 'A corrected subject' },
    found: 'corrected subject',
    first: 'new',
    next: 'read',
  },
] as const;

const filledTrap = { 'X-Form-Trap': 'filled' };
const unknownReceipt = `/api/receipts/${'0'.repeat(40)}`;
const refusal = await call('GET', unknownReceipt);

for (const { kind, list, form, draft, changed, found, first, next } of kinds) {
  const submit = async (headers: Record<string, string> = {}) => {
    const { status, body } = await call('POST', form, { body: draft, headers });
    assert.equal(status, 201);
    assert.match(body.receiptPath, /^\/receipt\/[0-9a-f]{40}$/);
    return { id: body.id as string, path: body.receiptPath.replace('/receipt/', '/api/receipts/') };
  };
  const read = async (path: string) => (await call('GET', path)).body;
  const review = (id: string, status: string) =>
    call('PATCH', `/api/admin/${list}/${id}/status`, { token, body: { status } });
  const inList = async (id: string) =>
    (await call('GET', `/api/admin/${list}/${id}`, { token })).status === 200;

  test(`${kind}: the receipt shows the fields that were sent, and the status`, async () => {
    const { id, path } = await submit();
    const { status, body, headers } = await call('GET', path);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { sent, ...rest } = body;
    for (const [name, value] of Object.entries(draft)) assert.deepEqual(sent[name], value, name);
    assert.deepEqual(rest, {
      kind,
      state: 'received',
      status: first,
      sentAt: '2026-11-15T10:00:00.000Z',
      since: '2026-11-15T10:00:00.000Z',
      canCorrect: true,
      messages: [],
      ...(kind === 'idea' && { answer: null, sameAs: null }),
    });
    await review(id, next);
    const later = await read(path);
    assert.deepEqual([later.status, later.canCorrect], [next, false]);
    assert.ok(!JSON.stringify(later).includes('notes'));
  });

  test(`${kind}: a repeated Idempotency-Key gets the same receipt, and the database has no secret`, async () => {
    const headers = { 'Idempotency-Key': `receipt-${kind}` };
    const one = await submit(headers);
    const again = await submit(headers);
    assert.deepEqual(again, one);
    const other = await submit({ 'Idempotency-Key': `receipt-${kind}-other` });
    assert.notEqual(other.path, one.path);
    const secret = one.path.split('/').at(-1) ?? '';
    for (const table of ['receipts', 'idempotency_keys'] as const) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
      assert.ok(!rows.includes(secret), table);
      assert.ok(!rows.includes(headers['Idempotency-Key']), table);
    }
  });

  test(`${kind}: the sender can correct a new submission, and staff find it by its new text`, async () => {
    const { id, path } = await submit();
    const corrected = { ...draft, ...changed };
    const put = (body: object) => call('PUT', `${path}/${kind}`, { body });
    const { status, body } = await put(corrected);
    assert.equal(status, 200);
    for (const [name, value] of Object.entries(changed)) assert.equal(body.sent[name], value);
    const { body: page } = await call(
      'GET',
      `/api/admin/${list}?view=page&q=${encodeURIComponent(found)}`,
      { token },
    );
    assert.ok(page.items.some((item: { id: string }) => item.id === id));
    const { body: history } = await call('GET', `/api/admin/${list}/${id}/history`, { token });
    assert.deepEqual(
      history.map(({ by, what }: { by: string; what: string }) => [by, what]),
      [[null, 'corrected']],
    );
    assert.equal((await put({})).status, 422);
    await review(id, next);
    assert.equal((await put(corrected)).status, 409);
    assert.equal((await call('PUT', `${unknownReceipt}/${kind}`, { body: corrected })).status, 404);
    const otherKind = kind === 'contact' ? 'idea' : 'contact';
    const otherDraft = kind === 'contact' ? ideaDraft : contactDraft;
    const wrong = await call('PUT', `${path}/${otherKind}`, { body: otherDraft });
    assert.equal(wrong.status, 404, 'the draft of another kind');
  });

  test(`${kind}: the sender and staff exchange messages`, async () => {
    const { id, path } = await submit();
    const headers = { 'Idempotency-Key': `hello-${kind}` };
    const say = (text: string, more = {}) =>
      call('POST', `${path}/messages`, { body: { text }, ...more });
    const { body: sent, status } = await say('Hello', { headers });
    assert.equal(status, 201);
    assert.deepEqual((await say('Hello', { headers })).body, sent);
    assert.equal((await say(' ')).status, 422);
    const staffPath = `/api/admin/${list}/${id}/messages`;
    await call('POST', staffPath, { token, body: { text: 'Hello to you' } });
    const { body: forStaff } = await call('GET', staffPath, { token });
    assert.deepEqual(
      forStaff.map(({ by, text }: Record<string, string>) => [by === null, text]),
      [
        [true, 'Hello'],
        [false, 'Hello to you'],
      ],
    );
    const { messages } = await read(path);
    assert.deepEqual(
      messages.map(({ by, text }: Record<string, string>) => [by, text]),
      [
        ['sender', 'Hello'],
        ['staff', 'Hello to you'],
      ],
    );
    const nobody = await call('POST', `/api/admin/${list}/${sent.id}/messages`, {
      token,
      body: { text: 'To nobody' },
    });
    assert.equal(nobody.status, 404);
  });

  test(`${kind}: a withdrawn submission is in the trash, and staff can restore it`, async () => {
    const { id, path } = await submit();
    const withdraw = () => call('POST', `${path}/withdraw`);
    assert.equal((await withdraw()).status, 204);
    assert.equal((await withdraw()).status, 204);
    assert.equal(await inList(id), false);
    const receipt = await read(path);
    assert.deepEqual([receipt.state, receipt.canCorrect], ['withdrawn', false]);
    const late = await call('POST', `${path}/messages`, { body: { text: 'Too late' } });
    assert.equal(late.status, 409);
    const { body: trash } = await call('GET', '/api/admin/trash', { token });
    assert.equal(trash[list].find((item: { id: string }) => item.id === id).deletedBy, null);
    await call('POST', `/api/admin/trash/${id}/restore`, { token });
    assert.equal((await read(path)).state, 'received');
    await call('DELETE', `/api/admin/${list}/${id}`, { token });
    assert.equal((await read(path)).state, 'deleted');
  });

  for (const place of ['the list', 'the quarantine', 'the trash']) {
    test(`${kind}: an erasure from ${place} leaves no text in any table`, async () => {
      const canary = `Canary${kind}${place.replace('the ', '')}`;
      const body = {
        ...draft,
        ...Object.fromEntries(Object.keys(changed).map((key) => [key, canary])),
      };
      const headers = { 'Idempotency-Key': canary, ...(place === 'the quarantine' && filledTrap) };
      const { body: sent } = await call('POST', form, { body, headers });
      const path = sent.receiptPath.replace('/receipt/', '/api/receipts/');
      await call('POST', `${path}/messages`, {
        body: { text: `${canary} says` },
        headers: { 'Idempotency-Key': 'm' },
      });
      if (place !== 'the quarantine') {
        const staff = { token, headers: { 'Idempotency-Key': canary } };
        const status = { status: next, ...(kind !== 'contact' && { notes: `${canary} noted` }) };
        await call('PATCH', `/api/admin/${list}/${sent.id}/status`, { ...staff, body: status });
        await call('POST', `/api/admin/${list}/${sent.id}/messages`, {
          token,
          headers: { 'Idempotency-Key': `${canary}-m` },
          body: { text: `${canary} answered` },
        });
      }
      if (place === 'the trash') await call('POST', `${path}/withdraw`);
      assert.equal((await call('DELETE', path)).status, 204);
      const gone = await call('GET', path);
      assert.deepEqual([gone.status, gone.body], [refusal.status, refusal.body]);
      assert.equal((await call('DELETE', path)).status, 404);
      const assertGone = (rows: unknown[], table: string) =>
        assert.ok(!JSON.stringify(rows).toLowerCase().includes(canary.toLowerCase()), table);
      // `tableNames` has every table, so no backup can contain the text either.
      for (const table of tableNames) {
        // Selects only `text` from the search tables: on SQLite their ids exceed the safe integers of JavaScript.
        const columns = /_(texts|titles)$/.test(table) ? sql`text` : sql`*`;
        const { rows } = await sql<object>`select ${columns} from ${sql.table(table)}`.execute(db);
        assertGone(rows, table);
      }
      for (const view of ['all', 'csv']) {
        const { body } = await call('GET', `/api/admin/${list}?view=${view}`, { token });
        assertGone([body], view);
      }
      assertGone(logged, 'the log');
    });
  }

  test(`${kind}: a submission in quarantine has the same receipt as any other`, async () => {
    const open = await submit();
    const held = await submit(filledTrap);
    assert.deepEqual(await read(held.path), await read(open.path));
    const { body } = await call('PUT', `${held.path}/${kind}`, { body: { ...draft, ...changed } });
    assert.equal(body.state, 'received');
    await call('POST', `/api/admin/quarantine/${held.id}/release`, { token });
    const { body: released } = await call('GET', `/api/admin/${list}/${held.id}`, { token });
    for (const [name, value] of Object.entries(changed)) assert.equal(released[name], value);
  });
}

test('the e-mail of an idea is private', async () => {
  const email = 'only-for-staff@example.org';
  const { body: sent } = await call('POST', '/api/ideas', { body: { ...ideaDraft, email } });
  for (const path of ['/api/ideas', '/api/ideas?view=page']) {
    assert.ok(!JSON.stringify((await call('GET', path)).body).includes(email), path);
  }
  assert.ok(!JSON.stringify(sent).includes(email));
  const { body: idea } = await call('GET', `/api/admin/ideas/${sent.id}`, { token });
  assert.equal(idea.email, email);
  const bad = await call('POST', '/api/ideas', { body: { ...ideaDraft, email: 'nobody' } });
  assert.deepEqual(bad.body.fields, { email: 'Write the address like name@example.com.' });
});

test('requests for receipts are limited for each address, against guesses of secrets', async () => {
  const limited = await startApi({ rateLimits: true });
  for (let number = 0; number < secretLimit.points; number += 1) {
    assert.equal((await limited.call('GET', unknownReceipt)).status, 404);
  }
  assert.equal((await limited.call('GET', unknownReceipt)).status, 429);
  assert.equal((await limited.call('DELETE', unknownReceipt)).status, 429);
});
