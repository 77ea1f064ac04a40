import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importLimit, mostImportedRows } from '#contract/import.ts';
import { applicationDraft, applicationExtras, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import {
  bodyOf,
  newId,
  orderOf,
  type Row,
  type Sent,
  startImports,
  table,
  titled,
} from '../../tests/imports.ts';
import type { Db } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

const { site, call, db, token, username, post, check, find, idsAt } = await startImports();

test('the dry run names every row that would be refused, and saves nothing', async () => {
  const rows = [
    titled('Heron one'),
    titled('', { email: 'x' }),
    titled('Heron\nthree'),
    titled('Heron four', { problemStatement: '', requiredExpertise: ['Wizard'] }),
    titled('Heron five', { dependencies: 'nul \0' }),
  ];
  const { status, body } = await check(table('ideas', rows));
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.rows, 5);
  const { fields: wrong } = body.refused[1];
  assert.match(wrong.requiredExpertise, /^Choose one of: /);
  assert.deepEqual(
    body.refused.map(({ row, line, fields }: Row) => [row, line, Object.keys(fields as Row)]),
    [
      [3, 3, ['title', 'email']],
      // A cell of row 4 has a line break, so row 5 begins in line 6.
      [5, 6, ['problemStatement', 'requiredExpertise']],
      [6, 7, ['dependencies']],
    ],
  );
  assert.deepEqual(body.duplicates, []);
  assert.equal((await find('ideas', 'Heron')).length, 0);
  assert.deepEqual(await idsAt('/api/admin/imports'), []);
});

test('an import saves the accepted rows, sends nothing, and is in the search and the history', async () => {
  const readRateLimits = () => db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
  const before = await readRateLimits();
  const rows = [
    titled('Godwit one', {
      email: 'a@example.org',
      createdAt: '2024-03-01 10:00',
      status: 'Approved',
    }),
    titled(''),
    titled('Godwit two', { notes: 'From the old sheet', answer: 'Yes, soon' }),
    titled('Godwit three'),
  ];
  const { status, body } = await post('imports', orderOf(table('ideas', rows), 3));
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    [body.kind, body.fileName, body.by, body.count, body.undoneAt],
    ['ideas', 'form.csv', username, 3, null],
  );
  const found = await find('ideas', 'Godwit');
  assert.deepEqual(
    found.map(({ title }: Row) => title),
    // The list is newest first. Rows without a date get ascending times, in the order of the file.
    ['Godwit three', 'Godwit two', 'Godwit one'],
  );
  const [, two, one] = found;
  assert.equal(one.createdAt, '2024-03-01T10:00:00.000Z');
  assert.equal(one.status, 'approved');
  assert.equal(one.email, 'a@example.org');
  assert.deepEqual(
    [two.notes, two.answer, two.status],
    ['From the old sheet', 'Yes, soon', 'pending'],
  );
  const { body: history } = await call('GET', `/api/admin/ideas/${one.id}/history`, { token });
  assert.deepEqual(
    history.map(({ by, what, to }: Row) => [by, what, to]),
    [[username, 'imported', 'form.csv']],
  );
  const { body: page } = await call('GET', `/api/ideas/${one.id}`);
  assert.equal(page.title, 'Godwit one');
  assert.equal('email' in page, false);
  const { body: developers } = await call(
    'GET',
    '/api/admin/ideas?view=page&expertise=Developer&q=Godwit',
    { token },
  );
  assert.equal(developers.total, 3);
  for (const table of ['outbox', 'receipts'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
  }
  assert.deepEqual(await readRateLimits(), before);
  const { body: activity } = await call('GET', '/api/admin/activity', { token });
  assert.deepEqual(activity, []);
});

test('an import request that is repeated imports once', async () => {
  const order = orderOf(table('ideas', [titled('Knot')]), 1);
  const [first, second] = await Promise.all([post('imports', order), post('imports', order)]);
  const third = await post('imports', order);
  assert.deepEqual([first.status, second.status, third.status], [200, 200, 200]);
  assert.deepEqual(second.body, first.body);
  assert.deepEqual(third.body, first.body);
  assert.equal((await find('ideas', 'Knot')).length, 1);
  const other = { ...order, plan: { ...order.plan, count: 2 } };
  assert.equal((await post('imports', other)).status, 409);
});

test('an import is refused as a whole if the number of its rows is not `count`', async () => {
  const sent = table('ideas', [titled('Ruff one'), titled('Ruff two')]);
  assert.deepEqual((await check(sent)).body.duplicates, []);
  await call('POST', '/api/ideas', { body: titled('Ruff two') });
  const { status, body } = await post('imports', orderOf(sent, 2));
  assert.equal(status, 409);
  assert.match(body.error, /Now 1 rows would be imported, not 2/);
  assert.equal((await find('ideas', 'Ruff one')).length, 0);
});

/** Wraps `tx` so that the second insert into `table` throws. */
const failingAtSecond = (tx: Db, table: string): Db => {
  let inserts = 0;
  return new Proxy(tx, {
    get(target, name) {
      if (name !== 'insertInto') return Reflect.get(target, name, target);
      return (into: keyof Tables) => {
        if (into === table) inserts += 1;
        if (inserts === 2) throw new Error('the thread of the database has ended');
        return target.insertInto(into);
      };
    },
  });
};

test('an import that fails half-way leaves nothing', async () => {
  const id = newId();
  const rows = Array.from({ length: 120 }, (_, number) => titled(`Whimbrel ${number}`));
  const { plan, file } = orderOf(table('ideas', rows), 120, { id });
  const insert = site.deps.write;
  site.deps.write = (work) => insert((tx) => work(failingAtSecond(tx, 'imported_rows')));
  const { status } = await post('imports', { plan, file });
  site.deps.write = insert;
  assert.equal(status, 500);
  assert.equal((await find('ideas', 'Whimbrel')).length, 0);
  assert.equal((await call('GET', `/api/admin/imports/${id}`, { token })).status, 404);
  assert.equal((await post('imports', { plan, file })).status, 200);
  assert.equal((await find('ideas', 'Whimbrel')).length, 48);
});

test('duplicates are reported, and left out or imported as staff choose', async () => {
  const { body: submitted } = await call('POST', '/api/ideas', {
    body: titled('Dotterel', { email: 'here@example.org', submitterName: 'Somebody' }),
  });
  const rows = [
    titled('Dotterel', { email: 'here@example.org' }),
    titled('Dotterel two', { email: 'A@example.org' }),
    titled('DOTTEREL TWO', { email: 'a@Example.org', submitterName: 'Another' }),
    titled('Dotterel', { email: 'another@example.org' }),
  ];
  const sent = table('ideas', rows);
  const { body } = await check(sent);
  assert.deepEqual(
    body.duplicates.map(({ row, of }: Row) => [row, of]),
    [
      [2, { id: submitted.id, name: 'Dotterel' }],
      [4, { row: 3 }],
      // Row 5 has the same title and submitter as row 2.
      [5, { row: 2 }],
    ],
  );
  assert.equal((await post('imports', orderOf(sent, 1))).status, 200);
  assert.equal((await find('ideas', 'Dotterel')).length, 2);
  // A row whose submission is in the trash is still reported as a duplicate when a later file contains it.
  const [two] = await find('ideas', 'Dotterel two');
  await call('DELETE', `/api/admin/ideas/${two.id}`, { token });
  const grown = table('ideas', [...rows, titled('Dotterel three')]);
  const { body: again } = await check(grown);
  assert.equal(again.duplicates.length, 4);
  assert.ok(again.duplicates[1].of.importedAt, JSON.stringify(again.duplicates[1]));
  assert.equal((await post('imports', orderOf(grown, 5, { withDuplicates: true }))).status, 200);
  assert.equal((await find('ideas', 'Dotterel')).length, 6);
});

test('applications with the same address and role are duplicates', async () => {
  const { plan, file } = table('applications', [
    { ...applicationDraft, email: 'Tern@example.org' },
    { ...applicationDraft, email: 'tern@example.org' },
    { ...applicationDraft, email: 'tern@example.org', role: 'Developer' },
  ]);
  const { body } = await check({ plan, file });
  assert.deepEqual(
    body.duplicates.map(({ row, of }: Row) => [row, of]),
    [[3, { row: 2 }]],
  );
  assert.equal((await post('imports', orderOf({ plan, file }, 2))).status, 200);
  assert.equal((await check({ plan, file })).body.duplicates.length, 3);
});

test('importing an export gives the same submissions', async () => {
  const other = await startApi();
  const admin = await other.userWithToken('admin');
  const texts = ['=1+1', "'=x", '"quoted", and\r\nbroken', '‮مرحبا', '<b>&amp;</b>'];
  for (const [at, text] of texts.entries()) {
    await other.call('POST', '/api/ideas', {
      body: { ...ideaDraft, title: text, problemStatement: text, email: `x${at}@example.org` },
    });
    await other.call('POST', '/api/applications', {
      body: {
        ...applicationDraft,
        ...applicationExtras,
        fullName: text,
        email: `x${at}@example.org`,
      },
    });
  }
  for (const kind of ['ideas', 'applications'] as const) {
    const read = (from: typeof site, token: string, view: string) =>
      from.api.request(`/api/admin/${kind}?view=${view}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    const file = new Uint8Array(await (await read(other, admin.token, 'csv')).arrayBuffer());
    const names = new TextDecoder()
      .decode(file)
      .split('\r\n', 1)[0]
      ?.replaceAll('"', '')
      .split(',');
    const known = Object.keys(table(kind, [{ ...ideaDraft }]).plan.fields);
    const wanted =
      kind === 'ideas' ? [...known, 'status', 'notes', 'answer', 'email', 'createdAt'] : names;
    const fields = Object.fromEntries(
      (names ?? [])
        .map((name, column) => [name, { column }] as const)
        .filter(([name]) => wanted?.includes(name) && !['id', 'version', 'ownerId'].includes(name)),
    );
    const { plan } = table(kind, [], { fields });
    const { status, body } = await post(
      'imports',
      orderOf({ plan, file }, texts.length, { withDuplicates: true }),
    );
    assert.equal(status, 200, JSON.stringify(body));
    const before = await (await read(other, admin.token, 'all')).json();
    const after = (await (await read(site, token, 'all')).json()) as Row[];
    for (const { id: _, ...row } of before as Row[]) {
      assert.ok(
        after.some(({ id: _, ...each }) => JSON.stringify(each) === JSON.stringify(row)),
        JSON.stringify(row),
      );
    }
  }
});

test('files in other encodings and with other separators are read', async () => {
  const names = Object.keys(ideaDraft);
  const text = `${names.join(';')}\r${names.map((name) => (name === 'title' ? 'Größe' : name === 'requiredExpertise' ? '' : 'x')).join(';')}\r`;
  for (const [encoding, file] of [
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-8', Buffer.from(text)],
  ] as const) {
    const { plan } = table('ideas', [ideaDraft], { encoding, separator: ';' });
    const { body } = await check({ plan, file });
    assert.deepEqual([body.rows, body.refused], [1, []], `${encoding} ${JSON.stringify(body)}`);
  }
  const { plan } = table('ideas', [ideaDraft], { separator: ';' });
  const { status, body } = await check({ plan, file: Buffer.from(text, 'latin1') });
  assert.equal(status, 422);
  assert.match(body.fields.file, /not in the encoding UTF-8/);
});

test('a table that cannot be imported is refused with a reason, and a file that is too large with 413', async () => {
  const { plan, file } = table('ideas', [titled('Avocet')]);
  const wrong: [Sent, RegExp][] = [
    [{ plan, file: `${file}"open` }, /line 3 is never closed/],
    [{ plan, file: 'title\r\n\r\n' }, /no rows/],
    [{ plan, file: '' }, /no rows/],
    [{ plan: { ...plan, kind: 'contacts' }, file }, /need another look/],
    [{ plan: { ...plan, fields: { id: { column: 0 } } }, file }, /need another look/],
    [{ plan: { ...plan, timeZone: 'Mars/Base' }, file }, /need another look/],
    [{ plan, file: `title\n${'x\n'.repeat(mostImportedRows + 1)}` }, /more than 5,000 rows/],
  ];
  for (const [sent, reason] of wrong) {
    const { status, body } = await check(sent);
    assert.equal(status, 422, JSON.stringify(body));
    assert.match(body.error, reason);
  }
  const raw = { token, raw: 'no plan' };
  assert.equal((await call('POST', '/api/admin/import-check', raw)).status, 422);
  const unreadable = { token, raw: 'no plan\n' };
  assert.equal((await call('POST', '/api/admin/import-check', unreadable)).status, 400);
  const large = { plan, file: 'x'.repeat(importLimit + 300_000) };
  assert.equal((await check(large)).status, 413);
  assert.equal((await post('imports', orderOf(large, 1))).status, 413);
  for (const order of [{ id: 'x' }, { count: 0 }, { fileName: '' }, { withDuplicates: 'no' }]) {
    assert.equal((await post('imports', orderOf({ plan, file }, 1, order))).status, 422);
  }
});

test('only admins can import, and a session that ends during the upload imports nothing', async () => {
  const order = orderOf(table('ideas', [titled('Curlew')]), 1);
  const blogAdmin = await site.userWithToken('blog-admin');
  for (const path of ['imports', 'import-check']) {
    const raw = bodyOf(order);
    const as = (token?: string) => call('POST', `/api/admin/${path}`, { token, raw });
    assert.equal((await as(blogAdmin.token)).status, 403);
    assert.equal((await as()).status, 401);
    const leaving = await site.userWithToken('admin');
    const slow = new ReadableStream({
      async pull(controller) {
        await call('POST', '/api/admin/logout', { token: leaving.token });
        controller.enqueue(raw);
        controller.close();
      },
    });
    const { status } = await call('POST', `/api/admin/${path}`, {
      token: leaving.token,
      raw: slow,
    });
    assert.equal(status, 401);
  }
  assert.equal((await find('ideas', 'Curlew')).length, 0);
});

test('the check of the largest table does not block the event loop', async () => {
  // All rows are refused, so no query looks for duplicates. Only `checkRows` can yield to the event loop.
  const rows = Array.from({ length: mostImportedRows }, () => ({
    title: 'Stint',
    email: 'nobody',
  }));
  let isDone = false;
  const checked = check(table('ideas', rows)).finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await nextTurn();
  const { body } = await checked;
  assert.equal(body.refused.length, mostImportedRows);
  assert.ok(turns > 10, `${turns} turns`);
});
