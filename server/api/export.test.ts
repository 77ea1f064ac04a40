import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContactDraft } from '#contract/contact.ts';
import { IdeaDraft } from '#contract/idea.ts';
import { collect } from '../../tests/collect.ts';
import { contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { listMatchingContacts, newContact } from '../store/contact.ts';
import { newIdea } from '../store/idea.ts';
import { insertSubmissions } from '../store/receive.ts';

const { call, api, db, deps, userWithToken } = await startApi();
const { token } = await userWithToken('admin');

const textOf = async (path: string) => {
  const response = await api.request(path, { headers: { Authorization: `Bearer ${token}` } });
  // Does not use `text()`, which drops the byte order mark.
  return { response, text: Buffer.from(await response.arrayBuffer()).toString() };
};

/** Parses CSV (RFC 4180) in which every cell is quoted. */
const cellsOf = (text: string) =>
  text
    .replace('\ufeff', '')
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
    );

test('view=csv has every column of a submission, and its complete texts', async () => {
  const message = 'First line\r\nwith "quotes", commas;\nand مرحبا';
  const { body: sent } = await call('POST', '/api/contact', { body: { ...contactDraft, message } });
  const { response, text } = await textOf('/api/admin/contacts?view=csv');
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.ok(text.startsWith('\ufeff"id",'));
  const [columns = [], ...rows] = cellsOf(text);
  const row = rows.find(([id]) => id === sent.id) ?? [];
  const { body: contact } = await call('GET', `/api/admin/contacts/${sent.id}`, { token });
  for (const [at, column] of columns.entries()) {
    assert.equal(row[at], String(contact[column] ?? ''), column);
  }
  // The JSON of a contact without an owner has no `ownerId`, but the CSV has the column.
  assert.deepEqual(columns.toSorted(), [...Object.keys(contact), 'ownerId'].toSorted());
});

test('view=csv has no cell that a spreadsheet would run as a formula', async () => {
  for (const start of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1']) {
    const subject = `x${start}`;
    const message = `${start} "a"`;
    await call('POST', '/api/contact', {
      body: { ...contactDraft, subject, message, name: start },
    });
  }
  const { text } = await textOf('/api/admin/contacts?view=csv');
  const cells = cellsOf(text).flat();
  assert.ok(cells.length > 50);
  for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+\-@]/);
});

test('an export has the same rows as the list, for any filter and length', async () => {
  const ideas = Array.from({ length: 120 }, (_, number) => {
    const draft = IdeaDraft.parse({ ...ideaDraft, title: `Heron ${number}` });
    const status = number % 5 === 0 ? ('approved' as const) : ('pending' as const);
    return { ...newIdea(draft, deps.clock()).row, status };
  });
  await insertSubmissions(db, 'ideas', ideas);
  const path = '/api/admin/ideas';
  const titlesOf = (ideas: { title: string }[]) => ideas.map(({ title }) => title);
  for (const [filter, count] of [
    ['', 120],
    ['&status=approved', 24],
    ['&q=heron', 120],
    ['&q=heron+1', 31],
    ['&q=heron+1&status=approved', 6],
    ['&q=nothing', 0],
    ['&status=unknown', 0],
    ['&q=%00', 0],
  ] as const) {
    const { body: all } = await call('GET', `${path}?view=all${filter}`, { token });
    assert.equal(all.length, count, filter);
    const { body: page } = await call('GET', `${path}?view=page&limit=384${filter}`, { token });
    assert.deepEqual(titlesOf(all), titlesOf(page.items), filter);
    const { text } = await textOf(`${path}?view=csv${filter}`);
    assert.equal(cellsOf(text).length, count + 1, filter);
  }
  const { body: plain } = await call('GET', path, { token });
  assert.equal(plain.length, 120);
});

test('an export goes on if one of its rows is deleted meanwhile', async () => {
  const { db, deps, store } = await startApi();
  const draft = ContactDraft.parse({ ...contactDraft, subject: 'The harbour' });
  const contacts = Array.from({ length: 130 }, () => newContact(draft, deps.clock()).row);
  await insertSubmissions(db, 'contacts', contacts);
  const sent = contacts.map(({ id }) => id);
  const gone = sent.at(-5) ?? '';
  /** Deletes a row after the search has found it, and before the export reads it. */
  const search: typeof store.search = async (query) => {
    const matches = await store.search(query);
    await db.deleteFrom('contacts').where('id', '=', gone).execute();
    return matches;
  };
  const query = { wanted: 'harbour', status: '', before: '', after: '', limit: 48 };
  const rows = await collect(listMatchingContacts({ db, search }, query));
  assert.deepEqual(
    rows.map(({ id }) => id),
    sent.filter((id) => id !== gone).toReversed(),
  );
});
