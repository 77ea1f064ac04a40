import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ideaDraft } from '../../tests/drafts.ts';
import { day, hour, minute, startApi } from '../../tests/harness.ts';
import { receiptApi, startMailApi } from '../../tests/mail.ts';
import { refusal } from '../../tests/smtp.ts';
import { sendDue } from '../mail/mailer.ts';
import { sweepFollows } from '../store/follow.ts';
import { takeLock } from '../store/lock.ts';
import { sweep } from '../store/sweep.ts';

const api = await startMailApi();
const { mailer, mails, to } = await api.mailServer();
const { newAddress, advance } = api;
/** Sends until no mail is due: each call of `sendDue` sends at most ten. */
const sendAllDue = async () => {
  while ((await sendDue(mailer)) > 0);
};

const submit = async (more: object = {}) => {
  advance(minute);
  const body = { ...ideaDraft, title: 'Canary title', ...more };
  return (await api.call('POST', '/api/ideas', { body })).body as {
    id: string;
    receiptPath: string;
  };
};
const follow = (id: string, email: string) =>
  api.call('POST', `/api/ideas/${id}/follow`, { body: { email } });
const secretIn = (body = '') => body.match(/https:\/\/lab\.example\/follow\/([0-9a-f]{40})/)?.[1];
const askedSecret = async (id: string, email: string) => {
  assert.equal((await follow(id, email)).status, 200);
  await sendAllDue();
  return secretIn(to(email).at(-1)?.body) ?? '';
};
const confirm = (secret: string) => api.call('POST', `/api/follows/${secret}/confirm`);
const review = async (id: string, body: object) =>
  api.call('PATCH', `/api/admin/ideas/${id}/status`, { ...(await api.staff()), body });
const rows = (id: string) =>
  api.db.selectFrom('follows').selectAll().where('idea_id', '=', id).execute();

test('an address gets a question first, and mails about decisions only after it has confirmed', async () => {
  const [{ id }, email] = [await submit(), newAddress()];
  const secret = await askedSecret(id, email);
  assert.match(secret, /^[0-9a-f]{40}$/);
  const [asked] = to(email);
  // The mail contains no text of a visitor. Otherwise anybody could make the site mail a text to somebody else.
  assert.ok(!/canary/i.test(JSON.stringify([asked?.body, ...(asked?.headers.values() ?? [])])));
  await review(id, { status: 'under_review' });
  await sendAllDue();
  assert.equal(to(email).length, 1);

  // The GET request does not confirm.
  const read = await api.call('GET', `/api/follows/${secret}`);
  assert.equal(read.body.isConfirmed, false);
  assert.equal(read.body.idea.id, id);
  assert.equal((await confirm(secret)).status, 204);
  assert.equal((await confirm(secret)).status, 204);
  assert.equal((await api.call('GET', `/api/follows/${secret}`)).body.isConfirmed, true);

  await review(id, { status: 'approved', answer: 'A pod begins.', notes: 'Hidden notes' });
  await review(id, { status: 'approved', notes: 'More hidden notes' });
  await sendAllDue();
  const [, news, ...others] = to(email);
  assert.deepEqual(others, []);
  assert.deepEqual(news?.headers.get('subject'), ['An idea that you follow: Approved - Fledge']);
  assert.match(news?.body ?? '', /A pod begins\./);
  assert.ok(!/canary|hidden/i.test(news?.body ?? ''));
  const last = secretIn(news?.body);
  assert.deepEqual(news?.headers.get('list-unsubscribe'), [
    `<https://lab.example/api/follows/${last}/end>`,
  ]);
  assert.deepEqual(news?.headers.get('list-unsubscribe-post'), ['List-Unsubscribe=One-Click']);
});

test('the one-click request of mail programs ends the following, and deletes the address', async () => {
  const [{ id }, email] = [await submit(), newAddress()];
  const first = await askedSecret(id, email);
  await confirm(first);
  await review(id, { status: 'approved' });
  const end = await api.call('POST', `/api/follows/${first}/end`, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(end.status, 204);
  await sendAllDue();
  assert.equal(to(email).length, 1, 'what waited is not sent');
  assert.deepEqual(await rows(id), []);
  assert.equal((await api.call('GET', `/api/follows/${first}`)).status, 404);
  assert.equal((await confirm(first)).status, 404);
  const links = await api.db.selectFrom('follow_secrets').select('follow_id').execute();
  assert.ok(!(await rows(id)).some((row) => links.some((link) => link.follow_id === row.id)));
});

test('repeated requests to follow cause only a few mails to one address', async () => {
  const [{ id }, email] = [await submit(), newAddress()];
  for (const spelling of [email, email.toUpperCase(), email]) {
    assert.equal((await follow(id, spelling)).status, 200);
  }
  await sendAllDue();
  assert.equal(mails.filter((mail) => mail.to[0]?.toLowerCase() === email).length, 1);
  // Visitors can cause at most five mails a day to one address: questions about any idea, and receipts.
  for (let number = 0; number < 8; number += 1) await follow((await submit()).id, email);
  await sendAllDue();
  assert.equal(to(email).length, 5);
  // An address that has confirmed gets no second question about the same idea.
  const other = newAddress();
  await confirm(await askedSecret(id, other));
  advance(2 * day);
  await follow(id, other);
  await sendAllDue();
  assert.equal(to(other).length, 1);
});

test('an address that does not confirm is deleted after two days', async () => {
  const [{ id }, email, confirmed] = [await submit(), newAddress(), newAddress()];
  const secret = await askedSecret(id, email);
  await confirm(await askedSecret(id, confirmed));
  const sweepNow = () =>
    sweep(api.db, api.deps.clock(), { applications: null, contacts: null }, (error) => {
      throw error;
    });
  advance(47 * hour);
  await sweepNow();
  assert.equal((await rows(id)).length, 2);
  advance(2 * hour);
  await sweepNow();
  assert.deepEqual(
    (await rows(id)).map((row) => row.email),
    [confirmed],
  );
  assert.equal((await api.call('GET', `/api/follows/${secret}`)).status, 404);
});

test('followers get no mail about an idea that is not public, and an erasure deletes them', async () => {
  const [{ id, receiptPath }, email] = [await submit(), newAddress()];
  const secret = await askedSecret(id, email);
  await confirm(secret);
  await review(id, { status: 'approved' });
  const { token } = await api.staff();
  await api.call('POST', `/api/admin/ideas/${id}/hold`, { token });
  await sendAllDue();
  assert.equal(to(email).length, 1);
  assert.equal((await follow(id, newAddress())).status, 404);
  assert.deepEqual((await api.call('GET', `/api/follows/${secret}`)).body, {
    idea: null,
    isConfirmed: true,
  });
  await api.call('POST', `/api/admin/quarantine/${id}/release`, { token });
  await review(id, { status: 'in_development' });
  await sendAllDue();
  assert.equal(to(email).length, 2);
  await review(id, { status: 'approved' });
  await api.call('DELETE', receiptApi(receiptPath));
  await sendAllDue();
  assert.equal(to(email).length, 2);
  assert.deepEqual(await rows(id), []);
});

test('a mail that the mail server refuses leaves no secret, and admins see it without the address', async () => {
  const broken = await api.mailServer({
    onRecipient() {
      throw refusal(550, 'no such mailbox');
    },
  });
  const [{ id }, email] = [await submit(), newAddress()];
  await follow(id, email);
  // Repeats until no mail is due: each call of `sendDue` sends at most ten.
  while ((await sendDue(broken.mailer)) > 0);
  const [row] = await rows(id);
  const links = await api.db
    .selectFrom('follow_secrets')
    .selectAll()
    .where('follow_id', '=', row?.id ?? '')
    .execute();
  assert.deepEqual(links, []);
  const { body } = await api.call('GET', '/api/admin/mail', await api.staff());
  const failed = body.find(
    ({ submissionId }: { submissionId: string }) => submissionId === row?.id,
  );
  assert.deepEqual([failed.topic, failed.kind, failed.name], ['follow', null, null]);
  assert.ok(!JSON.stringify(body).includes(email));
});

test('without mail POST /api/ideas/:id/follow answers 404, and `canFollow` is false', async () => {
  const silent = await startApi();
  const { body } = await silent.call('POST', '/api/ideas', { body: ideaDraft });
  const path = `/api/ideas/${body.id}/follow`;
  const answer = await silent.call('POST', path, { body: { email: 'x@example.org' } });
  assert.equal(answer.status, 404);
  assert.equal((await silent.call('GET', `/api/presses/${body.id}`)).body.canFollow, false);
  assert.equal((await api.call('GET', `/api/presses/${(await submit()).id}`)).body.canFollow, true);
});

test('an idea with 500 followers answers 409 to known and to new addresses alike', async () => {
  const [{ id }, known] = [await submit(), newAddress()];
  const [asked_at, confirmed_at] = [api.deps.clock().toISOString(), api.deps.clock().toISOString()];
  const followers = [known, ...Array.from({ length: 499 }, () => newAddress())];
  await api.db
    .insertInto('follows')
    .values(
      followers.map((email) => ({
        id: randomUUID(),
        idea_id: id,
        email,
        email_key: email.toLowerCase(),
        asked_at,
        confirmed_at,
      })),
    )
    .execute();
  for (const email of [known, newAddress()]) assert.equal((await follow(id, email)).status, 409);
});

test('a follow that is confirmed while the sweep waits for the lock stays', async () => {
  const [{ id }, email] = [await submit(), newAddress()];
  assert.equal((await follow(id, email)).status, 200);
  advance(30 * day);
  const sweeping = await api.db.transaction().execute(async (tx) => {
    await takeLock(tx, 'staff');
    const swept = sweepFollows(api.db, api.deps.clock());
    // Without the lock, the sweep would delete the row in this time.
    await setTimeout(100);
    const confirmed_at = api.deps.clock().toISOString();
    await tx.updateTable('follows').set({ confirmed_at }).where('idea_id', '=', id).execute();
    return { swept };
  });
  await sweeping.swept;
  assert.equal((await rows(id)).length, 1);
});
