import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { cert } from '../../tests/certificate.ts';
import { contactDraft } from '../../tests/drafts.ts';
import { day, hour, minute } from '../../tests/harness.ts';
import { receiptApiIn, startMailApi } from '../../tests/mail.ts';
import { refusal, startSmtp } from '../../tests/smtp.ts';
import { claimOutboxRow, dropReceipt } from '../store/outbox.ts';
import { prepareSenderMail } from '../store/sender-mail.ts';
import { sweep } from '../store/sweep.ts';
import { type MailerDeps, sendDue, startMailer } from './mailer.ts';

/** Tests how mails are sent: each once, again after a failure, and not forever. */

const api = await startMailApi();
const { call, db, deps, advance, staff, mailServer, mailerTo } = api;
const { newAddress, submit, outbox, oneMail, countReceiptSecrets } = api;
const { mailer, to } = await mailServer();

test('two mailers on one database send 30 mails once each', async () => {
  const addresses = Array.from({ length: 30 }, newAddress);
  for (const address of addresses) await submit(address);
  const secondMailer = mailerTo((await mailServer()).url);
  const sharedServer = await mailServer();
  // Repeats until no mail is due: each call of `sendDue` sends at most ten.
  const drain = async (one: MailerDeps) => {
    while ((await sendDue(one)) > 0);
  };
  await Promise.all([
    drain(sharedServer.mailer),
    drain({ ...secondMailer, transport: sharedServer.mailer.transport }),
  ]);
  assert.deepEqual(sharedServer.mails.map((mail) => mail.to[0]).toSorted(), addresses.toSorted());
});

test('a mail that is dropped after it was claimed is not sent, and creates no link', async () => {
  const { id } = await submit(newAddress());
  const mail = await claimOutboxRow(db, (await oneMail(id)).id, deps.clock());
  assert.ok(mail);
  await dropReceipt(db, id);
  const links = await countReceiptSecrets(id);
  assert.equal(await deps.write((tx) => prepareSenderMail(tx, mail)), undefined);
  assert.deepEqual(await countReceiptSecrets(id), links);
});

test('after a temporary refusal a mail is tried again after 1, 2, 4 … minutes, at most an hour', async () => {
  let refusals = 8;
  const broken = await mailServer({
    onRecipient(address) {
      refusals -= 1;
      if (refusals >= 0) throw refusal(451, `<${address}> greylisted, ${address.split('@')[0]}`);
    },
  });
  const email = newAddress();
  const { id } = await submit(email);
  const waits: number[] = [];
  while (refusals > 0) {
    await sendDue(broken.mailer);
    const { next_at, last_error } = await oneMail(id);
    assert.equal(last_error, '451 … greylisted, …');
    const wait = Date.parse(next_at) - deps.clock().getTime();
    waits.push(wait / minute);
    advance(wait - 1);
    await sendDue(broken.mailer);
    assert.equal((await oneMail(id)).next_at, next_at, 'not before its time');
    advance(1);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  assert.equal(await countReceiptSecrets(id), 1, 'links that were not sent are forgotten');
  await sendDue(broken.mailer);
  assert.equal(broken.to(email).length, 1);
  assert.equal(await countReceiptSecrets(id), 2);
});

test('a permanent refusal is shown to admins, who try again or dismiss it', async () => {
  let isClosed = true;
  const strict = await mailServer({
    onRecipient(address) {
      if (isClosed) throw refusal(550, `<${address}> no such mailbox`);
    },
  });
  const { id } = await submit('ines@example.org');
  await sendDue(strict.mailer);
  const list = async () => (await call('GET', '/api/admin/mail', await staff())).body;
  const [failed, ...others] = await list();
  assert.deepEqual(others, []);
  assert.deepEqual(failed, {
    id: (await oneMail(id)).id,
    topic: 'receipt',
    kind: 'contact',
    submissionId: id,
    name: contactDraft.subject,
    at: deps.clock().toISOString(),
    reason: '550 … no such mailbox',
  });
  await call('POST', `/api/admin/mail/${failed.id}/retry`, await staff());
  assert.deepEqual(await list(), []);
  await sendDue(strict.mailer);
  assert.equal((await list()).length, 1);
  isClosed = false;
  await call('POST', `/api/admin/mail/${failed.id}/retry`, await staff());
  await sendDue(strict.mailer);
  assert.equal(strict.mails.length, 1);
  assert.deepEqual(await list(), []);
  const again = await call('POST', `/api/admin/mail/${failed.id}/retry`, await staff());
  assert.equal(again.status, 404);

  isClosed = true;
  const { id: second } = await submit('ines@example.org');
  await sendDue(strict.mailer);
  const dismissed = await call(
    'DELETE',
    `/api/admin/mail/${(await oneMail(second)).id}`,
    await staff(),
  );
  assert.equal(dismissed.status, 204);
  assert.deepEqual(await list(), []);
});

test('a mail is given up after two days without a connection', async () => {
  const gone = await startSmtp();
  await gone.stop();
  const { id } = await submit(newAddress());
  const nowhere = mailerTo(gone.url);
  await sendDue(nowhere);
  assert.deepEqual(
    [(await oneMail(id)).given_up_at, (await oneMail(id)).last_error],
    [null, 'No connection (ESOCKET)'],
  );
  advance(2 * day - 1);
  await sendDue(nowhere);
  assert.equal((await oneMail(id)).given_up_at, null);
  advance(hour);
  await sendDue(nowhere);
  assert.notEqual((await oneMail(id)).given_up_at, null);
  assert.equal(await countReceiptSecrets(id), 1);
  await db.deleteFrom('outbox').execute();
});

test('a mail server that never answers runs into the time limit, and does not block a stop', async () => {
  const silence = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const slow = await mailServer({
    onMessage() {
      asked.resolve();
      return silence.promise;
    },
  });
  const { id } = await submit(newAddress());
  await sendDue(mailerTo(slow.url, { messageTimeout: 1000 }));
  assert.equal((await oneMail(id)).last_error, 'No answer in time (ETIMEDOUT)');
  assert.equal(await countReceiptSecrets(id), 2, 'it may have arrived, so its link works');
  advance(minute);
  const running = startMailer(mailerTo(slow.url));
  await asked.promise;
  const before = performance.now();
  await running.stop();
  assert.ok(performance.now() - before < 5000);
  silence.resolve();
  await db.deleteFrom('outbox').execute();
});

test('after a crash between sending a mail and removing it from the outbox, the same Message-ID is sent again', async () => {
  const email = newAddress();
  const { id } = await submit(email);
  const crash = { ...mailer, write: failAfter(1) };
  await assert.rejects(sendDue(crash), /crashed/);
  assert.equal(to(email).length, 1);
  await sendDue(mailer);
  assert.equal(to(email).length, 1, 'the claim still holds');
  advance(2 * minute);
  await sendDue(mailer);
  const [first, second] = to(email);
  assert.equal(to(email).length, 2);
  assert.deepEqual(first?.headers.get('message-id'), second?.headers.get('message-id'));
  for (const mail of [first, second]) {
    assert.equal((await call('GET', receiptApiIn(mail?.body))).status, 200);
  }
  assert.deepEqual(await outbox(id), []);
});

/** Returns a `write` that runs `most` transactions and rejects later ones. */
function failAfter(most: number): MailerDeps['write'] {
  let remaining = most;
  return (work) => {
    remaining -= 1;
    return remaining >= 0 ? deps.write(work) : Promise.reject(new Error('crashed'));
  };
}

test('a refused sign-in is recorded without the password, and the mail is tried again', async () => {
  const closed = await startSmtp({ password: 'the right one' });
  after(closed.stop);
  const to = (password: string) => {
    const url = new URL(closed.url);
    url.username = 'lab';
    url.password = password;
    return mailerTo(url.href);
  };
  const { id } = await submit(newAddress());
  await sendDue(to('a wrong one'));
  const { last_error, given_up_at } = await oneMail(id);
  assert.deepEqual([last_error, given_up_at], ['The sign-in was refused.', null]);
  advance(minute);
  await sendDue(to('the right one'));
  assert.equal(closed.mails.length, 1);
});

for (const tls of ['smtps', 'STARTTLS'] as const) {
  test(`a server with ${tls} gets mails encrypted, once its certificate is trusted`, async () => {
    const encrypted = await mailServer({ tls, password: 'the right one' });
    const url = new URL(encrypted.url);
    url.username = 'lab';
    url.password = 'the right one';
    const { id } = await submit(newAddress());
    const trusted = getCACertificates();
    await sendDue(mailerTo(url.href));
    assert.match((await oneMail(id)).last_error ?? '', /^No connection/);
    setDefaultCACertificates([...trusted, cert]);
    advance(minute);
    await sendDue(mailerTo(url.href));
    setDefaultCACertificates(trusted);
    assert.deepEqual(
      encrypted.mails.map(({ isEncrypted }) => isEncrypted),
      [true],
    );
  });
}

test('a mail that was given up is kept for 30 days', async () => {
  const strict = await mailServer({
    onRecipient() {
      throw refusal(550, 'no');
    },
  });
  const { id } = await submit(newAddress());
  await sendDue(strict.mailer);
  advance(29 * day);
  await sweep(db, deps.clock(), { applications: null, contacts: null }, assert.ifError);
  assert.equal((await outbox(id)).length, 1);
  advance(day);
  await sweep(db, deps.clock(), { applications: null, contacts: null }, assert.ifError);
  assert.deepEqual(await outbox(id), []);
});

test('the log says that mails were sent, and names no recipient', () => {
  const lines = api.logged.filter((line) => line.includes('mail'));
  assert.ok(lines.some((line) => line.includes('a mail could not be sent')));
  for (const line of lines) assert.doesNotMatch(line, /example\.org|wrong one|right one/);
});
