import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ideaDraft } from '../../tests/drafts.ts';
import { minute } from '../../tests/harness.ts';
import { receiptApi, startMailApi } from '../../tests/mail.ts';
import { sendDue } from '../mail/mailer.ts';

/** A duplicate has a mark: the id of its main idea (`duplicateOf` for staff, `sameAs` for visitors). */

const api = await startMailApi();
const { token } = await api.staff();
const { mailer, mails, to: mailsTo } = await api.mailServer();

/** Sends until no mail is due: each call of `sendDue` sends at most ten. */
async function sendAllDue() {
  while ((await sendDue(mailer)) > 0);
}
await sendAllDue();

const submit = async (title: string, more: object = {}) => {
  api.advance(minute);
  const body = { ...ideaDraft, title, ...more };
  const answer = (await api.call('POST', '/api/ideas', { body })).body;
  return answer as { id: string; createdAt: string; receiptPath: string };
};
const callAsStaff = (method: string, path: string, body?: object, headers = {}) =>
  api.call(method, `/api/admin${path}`, { token, headers, ...(body && { body }) });
const markDuplicate = (id: string, of: string | null, headers = {}) =>
  callAsStaff('PUT', `/ideas/${id}/duplicate`, { of }, headers);
const readSameAs = async (id: string) => (await api.call('GET', `/api/ideas/${id}`)).body.sameAs;
const readMark = async (id: string) => (await callAsStaff('GET', `/ideas/${id}`)).body.duplicateOf;
const readMarkHistory = async (id: string) =>
  (await callAsStaff('GET', `/ideas/${id}/history`)).body
    .filter(({ what }: { what: string }) => what === 'duplicate')
    .map(({ from, to }: { from: string; to: string }) => [from, to]);

test('PUT /api/admin/ideas/:id/duplicate shows the main idea on the page and the receipt of the duplicate', async () => {
  const [main, copy] = [await submit('The main one'), await submit('The copy')];
  const link = { id: main.id, title: 'The main one', createdAt: main.createdAt };
  const { status, body } = await markDuplicate(copy.id, main.id);
  assert.equal(status, 200);
  assert.equal(body.duplicateOf, main.id);
  assert.equal(body.version, 2);
  assert.deepEqual(await readSameAs(copy.id), link);
  assert.equal(await readSameAs(main.id), null);
  const receipt = (await api.call('GET', receiptApi(copy.receiptPath))).body;
  assert.deepEqual(receipt.sameAs, link);
  assert.equal('duplicateOf' in receipt.sent, false);
  assert.deepEqual(await readMarkHistory(copy.id), [[null, main.id]]);
  // The public list does not show the mark.
  assert.ok(!JSON.stringify((await api.call('GET', '/api/ideas')).body).includes('duplicate'));

  // A correction by the sender keeps the mark.
  await api.call('PUT', `${receiptApi(copy.receiptPath)}/idea`, { body: ideaDraft });
  assert.equal(await readMark(copy.id), main.id);

  assert.equal((await markDuplicate(copy.id, null)).status, 200);
  assert.equal(await readSameAs(copy.id), null);
  assert.deepEqual(await readMarkHistory(copy.id), [
    [main.id, null],
    [null, main.id],
  ]);
});

test('PUT /api/admin/ideas/:id/duplicate answers 412 when If-Match has another version', async () => {
  const [main, copy] = [await submit('Main'), await submit('Copy')];
  assert.equal((await markDuplicate(copy.id, main.id, { 'If-Match': '"7"' })).status, 412);
  assert.equal(await readMark(copy.id), undefined);
  assert.equal((await markDuplicate(copy.id, main.id, { 'If-Match': '"1"' })).status, 200);
});

test('a duplicate of a duplicate gets the same main idea, and cycles are refused', async () => {
  const [a, b, c] = [await submit('A'), await submit('B'), await submit('C')];
  await markDuplicate(b.id, a.id);
  assert.equal((await markDuplicate(c.id, b.id)).body.duplicateOf, a.id);
  for (const [one, other] of [
    [a.id, a.id],
    [a.id, b.id],
    [a.id, c.id],
  ] as const) {
    assert.equal((await markDuplicate(one, other)).status, 409);
  }
  // When `a` becomes a duplicate of `main`, the duplicates of `a` become duplicates of `main` too.
  const main = await submit('Main');
  await markDuplicate(a.id, main.id);
  assert.deepEqual(
    [await readMark(a.id), await readMark(b.id), await readMark(c.id)],
    [main.id, main.id, main.id],
  );
  assert.deepEqual((await readMarkHistory(b.id))[0], [a.id, main.id]);
  for (const wrong of [
    '01a1dea6-4100-7000-8000-000000000000',
    main.id.replace(/.$/, '?'),
    'x',
    7,
  ]) {
    assert.ok(
      [404, 422].includes((await markDuplicate(a.id, wrong as string)).status),
      String(wrong),
    );
  }
});

test('a duplicate shows no main idea while the main idea is deleted or held back', async () => {
  const [main, copy] = [await submit('Main'), await submit('Copy')];
  await markDuplicate(copy.id, main.id);
  for (const [away, back] of [
    [
      ['DELETE', `/ideas/${main.id}`],
      ['POST', `/trash/${main.id}/restore`],
    ],
    [
      ['POST', `/ideas/${main.id}/hold`],
      ['POST', `/quarantine/${main.id}/release`],
    ],
  ] as [[string, string], [string, string]][]) {
    assert.equal((await callAsStaff(...away)).status, 204);
    assert.equal(await readSameAs(copy.id), null);
    assert.equal((await api.call('GET', receiptApi(copy.receiptPath))).body.sameAs, null);
    // An idea in the trash or in quarantine cannot get a duplicate (404). A duplicate of `copy` is refused too (409),
    // because it would become a duplicate of the same main idea.
    const late = await submit('Late');
    assert.equal((await markDuplicate(late.id, main.id)).status, 404);
    assert.equal((await markDuplicate(late.id, copy.id)).status, 409);
    assert.equal((await callAsStaff(...back)).status, 204);
    assert.equal((await readSameAs(copy.id)).id, main.id);
  }
});

test('erasing a main idea removes the marks of its duplicates, also of those in the trash', async () => {
  const [main, copy, deleted] = [await submit('Main'), await submit('Copy'), await submit('Gone')];
  await markDuplicate(copy.id, main.id);
  await markDuplicate(deleted.id, main.id);
  await callAsStaff('DELETE', `/ideas/${deleted.id}`);
  await api.call('DELETE', receiptApi(main.receiptPath));
  assert.equal(await readMark(copy.id), undefined);
  assert.deepEqual((await readMarkHistory(copy.id))[0], [main.id, null]);
  await callAsStaff('POST', `/trash/${deleted.id}/restore`);
  assert.equal(await readMark(deleted.id), undefined);
});

test('duplicates that are restored in any order form no chain', async () => {
  const [a, b, main] = [await submit('A'), await submit('B'), await submit('Main')];
  await markDuplicate(b.id, a.id);
  await callAsStaff('DELETE', `/ideas/${b.id}`);
  await markDuplicate(a.id, main.id);
  await callAsStaff('DELETE', `/ideas/${a.id}`);
  await callAsStaff('POST', `/trash/${b.id}/restore`);
  assert.equal(await readMark(b.id), a.id);
  await callAsStaff('POST', `/trash/${a.id}/restore`);
  assert.deepEqual([await readMark(a.id), await readMark(b.id)], [main.id, main.id]);
});

test('a decision about an idea is mailed to the senders of its duplicates too', async () => {
  const addresses = [api.newAddress(), api.newAddress(), api.newAddress()];
  const [main, copy, gone] = await Promise.all([
    submit('Main', { email: addresses[0] }),
    submit('Copy', { email: addresses[1] }),
    submit('Gone', { email: addresses[2] }),
  ]);
  const silent = await submit('Silent');
  for (const { id } of [copy, gone, silent]) await markDuplicate(id, main.id);
  await sendAllDue();
  const before = mails.length;
  const review = { status: 'approved', answer: 'A pod starts in May.', notes: 'Not for mails' };
  await callAsStaff('PATCH', `/ideas/${main.id}/status`, { ...review, tell: true });
  // The sender of an idea that is withdrawn before the mail is sent gets no mail.
  await api.call('POST', `${receiptApi(gone.receiptPath)}/withdraw`);
  await sendAllDue();
  assert.deepEqual(
    mails
      .slice(before)
      .map((mail) => mail.to[0])
      .toSorted(),
    addresses.slice(0, 2),
  );
  const [mail] = mailsTo(addresses[1] ?? '').slice(-1);
  assert.ok(mail);
  const { body, headers } = mail;
  assert.deepEqual(headers.get('subject'), ['An idea like yours: Approved - Fledge']);
  assert.match(body, /A pod starts in May\./);
  assert.match(body, new RegExp(`https://lab\\.example/ideas/${main.id}`));
  assert.match(body, /https:\/\/lab\.example\/receipt\/[0-9a-f]{40}/);
  // The mail contains neither text from the form nor the notes of staff.
  for (const typed of ['Main', 'Copy', ideaDraft.submitterName, 'Not for mails']) {
    assert.ok(!body.includes(typed), typed);
  }

  // A decision about `copy` is mailed only to the sender of `copy`. A review without `tell` sends no mail.
  const sent = mails.length;
  await callAsStaff('PATCH', `/ideas/${copy.id}/status`, { status: 'rejected', tell: true });
  await callAsStaff('PATCH', `/ideas/${main.id}/status`, { status: 'in_development' });
  await sendAllDue();
  assert.deepEqual(
    mails.slice(sent).map((mail) => mail.to),
    [[addresses[1]]],
  );
});

test('the sender of an idea gets no mail about the main idea after its mark is removed', async () => {
  const email = api.newAddress();
  const [main, copy] = [await submit('Main'), await submit('Copy', { email })];
  await markDuplicate(copy.id, main.id);
  await sendAllDue();
  await callAsStaff('PATCH', `/ideas/${main.id}/status`, { status: 'approved', tell: true });
  await markDuplicate(copy.id, null);
  const sent = mails.length;
  await sendAllDue();
  assert.equal(mails.length, sent);
});
