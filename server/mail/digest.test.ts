import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { ContactDraft } from '#contract/contact.ts';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { hour, minute } from '../../tests/harness.ts';
import { bodyOf, orderOf, table, titled } from '../../tests/imports.ts';
import { receiptApi, startMailApi } from '../../tests/mail.ts';
import { newContact } from '../store/contact.ts';
import { queueDigests } from '../store/digest.ts';
import { saveSubmission } from '../store/receive.ts';
import { sendDue } from './mailer.ts';

const api = await startMailApi();
const { call, deps, advance, mailServer, newAddress, submit, userWithToken } = api;
const { mailer, to } = await mailServer();
// Removes the recipients of digests that earlier tests created.
beforeEach(() => api.db.deleteFrom('mail_settings').execute());

/** Creates a member of staff with an e-mail address. The tests let so little time pass that the session stays valid. */
async function newMember(role = 'admin', settings: object = {}) {
  const email = newAddress();
  const { id, token } = await userWithToken(role);
  const save = (change: object) =>
    call('PUT', '/api/admin/profile/mail', {
      token,
      body: { email, wantsDigest: true, ...change },
    });
  assert.equal((await save(settings)).status, 200);
  advance(1);
  return { id, token, email, save };
}

/** Advances the clock, by default until digests are due, and sends the mails that are due. */
async function advanceAndSend(milliseconds = 2 * minute) {
  advance(milliseconds);
  await sendDue(mailer);
}

test('a burst of submissions is in one digest, and the next digest comes an hour later', async () => {
  const { email } = await newMember();
  await submit(newAddress(), { subject: 'First' });
  await sendDue(mailer);
  assert.deepEqual(to(email), [], 'it waits for the rest of a burst');
  await call('POST', '/api/ideas', { body: { ...ideaDraft, title: 'Second' } });
  const { body: third } = await call('POST', '/api/applications', { body: applicationDraft });
  await advanceAndSend();
  const [digest, ...more] = to(email);
  assert.deepEqual(more, []);
  assert.equal(digest?.headers.get('subject')?.[0], '3 new submissions - Fledge');
  assert.equal(digest?.headers.has('reply-to'), false);
  assert.match(digest?.body ?? '', /Message: First\n.*\n\nIdea: Second\n/);
  assert.ok(
    digest?.body.includes(
      `Application: Ines Duarte\nhttps://lab.example/admin/applications?open=${third.id}`,
    ),
  );

  const sender = newAddress();
  await submit(sender, { subject: `x${'y'.repeat(150)}` });
  await advanceAndSend(50 * minute);
  assert.equal(to(email).length, 1);
  await advanceAndSend(11 * minute);
  const [, next] = to(email);
  assert.equal(to(email).length, 2);
  assert.deepEqual(next?.headers.get('reply-to'), [sender]);
  assert.match(next?.body ?? '', /Message: xy{98}…\n/);
  await advanceAndSend(2 * hour);
  assert.equal(to(email).length, 2, 'nothing new, no digest');
});

test('a digest lists 20 submissions and counts the others', async () => {
  const { email } = await newMember();
  for (let number = 0; number < 23; number += 1) await submit(newAddress());
  // Receipts are due before the digest, and each call of `sendDue` sends at most ten mails.
  advance(2 * minute);
  while ((await sendDue(mailer)) > 0);
  const [digest] = to(email);
  assert.equal(digest?.body.match(/Message:/g)?.length, 20);
  assert.match(digest?.body ?? '', /23 new submissions:\n[\s\S]*and 3 more\./);
});

test('only staff who want digests and may read submissions get one', async () => {
  const wants = await newMember();
  const [no, blogAdmin] = [
    await newMember('admin', { wantsDigest: false }),
    await newMember('blog-admin'),
  ];
  const [changes, leaves] = [await newMember(), await newMember()];
  await submit(newAddress());
  await changes.save({ wantsDigest: false });
  const admin = (await userWithToken('admin')).token;
  assert.equal(
    (await call('DELETE', `/api/admin/users/${leaves.id}`, { token: admin })).status,
    204,
  );
  await advanceAndSend();
  assert.equal(to(wants.email).length, 1);
  for (const { email } of [no, blogAdmin, changes, leaves]) assert.deepEqual(to(email), []);
  await changes.save({ wantsDigest: true });
  await advanceAndSend();
  assert.deepEqual(to(changes.email), [], 'no digest of earlier submissions');
});

test('submissions that are in quarantine, erased or withdrawn are in no digest', async () => {
  const { email } = await newMember();
  await submit(newAddress(), {}, { 'X-Form-Trap': 'filled' });
  const [erased, withdrawn] = [await submit(newAddress()), await submit(newAddress())];
  assert.equal((await call('DELETE', receiptApi(erased.receiptPath))).status, 204);
  const { status } = await call('POST', `${receiptApi(withdrawn.receiptPath)}/withdraw`);
  assert.equal(status, 204);
  await advanceAndSend();
  assert.deepEqual(to(email), []);
  await submit(newAddress(), { subject: 'Stays' });
  await advanceAndSend();
  assert.match(to(email)[0]?.body ?? '', /One new submission:\n\nMessage: Stays\n/);
});

test('a submission that arrives while a digest is sent is in the next one', async () => {
  const during: (() => Promise<unknown>)[] = [];
  const busy = await mailServer({
    async onMessage() {
      await during.shift()?.();
    },
  });
  const { email } = await newMember();
  await submit(newAddress(), { subject: 'Before' });
  advance(2 * minute);
  during.push(() => submit(newAddress(), { subject: 'Meanwhile' }));
  // The receipt is sent first. The submission that arrives meanwhile is too recent for the digest.
  await sendDue(busy.mailer);
  assert.match(busy.to(email)[0]?.body ?? '', /Before/);
  assert.ok(!busy.to(email)[0]?.body.includes('Meanwhile'));
  advance(hour);
  await sendDue(busy.mailer);
  assert.match(busy.to(email)[1]?.body ?? '', /Meanwhile/);
  assert.ok(!busy.to(email)[1]?.body.includes('Before'));
});

test('a submission that commits only after the digest was sent is in the next one', async () => {
  const { email } = await newMember();
  const mayCommit = Promise.withResolvers<void>();
  const slowWrites: Promise<void>[] = [];
  const busy = await mailServer({
    async onRecipient(address) {
      if (address !== email || slowWrites.length > 0) return;
      const written = Promise.withResolvers<void>();
      const late = newContact({ ...contactDraft, subject: 'Late' } as ContactDraft, deps.clock());
      const slow = deps.write(async (tx) => {
        await saveSubmission(tx, late);
        await queueDigests(tx, 'contacts', deps.clock());
        written.resolve();
        await mayCommit.promise;
      });
      slowWrites.push(slow);
      // The mail server answers when the transaction has written its rows but has not committed.
      await written.promise;
    },
  });
  await submit(newAddress(), { subject: 'Early' });
  advance(2 * minute);
  const sending = sendDue(busy.mailer);
  // `sendDue` must wait for the slow transaction before it decides that there is no further submission.
  const hasReturned = await Promise.race([sending.then(() => true), setTimeout(1000, false)]);
  mayCommit.resolve();
  await Promise.all([sending, ...slowWrites]);
  assert.equal(hasReturned, false);
  advance(hour);
  await sendDue(busy.mailer);
  assert.deepEqual(
    busy.to(email).map(({ body }) => body.match(/Message: (.*)/)?.[1]),
    ['Early', 'Late'],
  );
});

test('each member has mail settings of their own, with a version', async () => {
  const { token } = await userWithToken('blog-admin');
  const read = async () => (await call('GET', '/api/admin/profile/mail', { token })).body;
  assert.deepEqual(await read(), { isOn: true, email: null, wantsDigest: true, version: 0 });
  const save = (body: object, version: number) =>
    call('PUT', '/api/admin/profile/mail', {
      token,
      body,
      headers: { 'If-Match': `"${version}"` },
    });
  const own = { email: 'own@example.org', wantsDigest: false };
  assert.deepEqual((await save(own, 0)).body, { isOn: true, ...own, version: 1 });
  assert.equal((await save(own, 0)).status, 412);
  assert.deepEqual(await read(), { isOn: true, ...own, version: 1 });
  assert.equal((await save({ email: '', wantsDigest: true }, 1)).body.email, null);
  const { body } = await save({ email: 'nobody', wantsDigest: 1 }, 2);
  assert.deepEqual(Object.keys(body.fields), ['email', 'wantsDigest']);
});

test('a digest leaves out imported submissions', async () => {
  const { email, token } = await newMember();
  const rows = [titled('From a table'), titled('From a table, too')];
  const raw = bodyOf(orderOf(table('ideas', rows), rows.length));
  assert.equal((await call('POST', '/api/admin/imports', { token, raw })).status, 200);
  await submit(newAddress(), { subject: 'From the form' });
  await advanceAndSend();
  const [digest] = to(email);
  assert.equal(digest?.headers.get('subject')?.[0], 'One new submission - Fledge');
  assert.match(digest?.body ?? '', /Message: From the form/);
});
