import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { day, minute, startApi } from '../../tests/harness.ts';
import { receiptApi, receiptApiIn, startMailApi } from '../../tests/mail.ts';
import { sendDue } from './mailer.ts';

/** Tests the texts and recipients of mails that an SMTP server receives. */

const { call, advance, staff, mailServer, newAddress, submit, outbox, userWithToken } =
  await startMailApi();
const { mailer, mails, to } = await mailServer();

for (const { form, draft, noun } of [
  { form: '/api/ideas', draft: ideaDraft, noun: 'idea' },
  { form: '/api/applications', draft: applicationDraft, noun: 'application' },
  { form: '/api/contact', draft: contactDraft, noun: 'message' },
]) {
  test(`${noun}: the receipt arrives with a link that works, and with none of the sender's text`, async () => {
    const email = newAddress();
    const { body: sent } = await call('POST', form, { body: { ...draft, email } });
    await sendDue(mailer);
    const [mail] = to(email);
    assert.ok(mail);
    assert.deepEqual(mail.to, [email]);
    assert.equal(mail.from, 'lab@lab.example');
    assert.deepEqual(mail.headers.get('auto-submitted'), ['auto-generated']);
    assert.match(mail.headers.get('content-type')?.[0] ?? '', /^text\/plain/);
    assert.match(mail.body, new RegExp(`the ${noun} that you sent on 15 Nov 2026`));
    for (const [name, value] of Object.entries(draft)) {
      for (const text of [value].flat().filter((each) => each.length > 4)) {
        assert.ok(!JSON.stringify([...mail.headers, mail.body]).includes(text), name);
      }
    }
    const link = receiptApiIn(mail.body);
    assert.notEqual(link, receiptApi(sent.receiptPath));
    const { status, body } = await call('GET', link);
    assert.deepEqual([status, body.kind], [200, noun === 'message' ? 'contact' : noun]);
    assert.equal((await call('GET', receiptApi(sent.receiptPath))).status, 200);
    assert.deepEqual(await outbox(sent.id), []);
    await call('DELETE', link);
    assert.equal((await call('GET', receiptApi(sent.receiptPath))).status, 404);
  });
}

test('no mail is queued if the sender left no address, or if mail is not configured', async () => {
  const { body: sent } = await call('POST', '/api/ideas', { body: ideaDraft });
  assert.deepEqual(await outbox(sent.id), []);
  const silent = await startApi();
  const staff = await silent.userWithToken('admin');
  const body = { ...ideaDraft, email: 'somebody@example.org' };
  const { body: idea } = await silent.call('POST', '/api/ideas', { body });
  const auth = { token: staff.token };
  const path = `/api/admin/ideas/${idea.id}`;
  await silent.call('PATCH', `${path}/status`, {
    ...auth,
    body: { status: 'approved', tell: true },
  });
  await silent.call('POST', `${path}/messages`, { ...auth, body: { text: 'Hello' } });
  assert.deepEqual(await silent.db.selectFrom('outbox').selectAll().execute(), []);
  const { body: settings } = await silent.call('GET', '/api/admin/profile/mail', auth);
  assert.equal(settings.isOn, false);
});

test('the text of a submission cannot add headers or recipients to a mail', async () => {
  const email = newAddress();
  const hostile = `Hi\r\nBcc: victim@example.org\r\n\r\n.\r\nMAIL FROM:<x@example.org>`;
  const staff = await userWithToken('admin');
  const member = newAddress();
  const settings = { email: member, wantsDigest: true };
  await call('PUT', '/api/admin/profile/mail', { token: staff.token, body: settings });
  advance(1);
  await submit(email, { name: hostile, subject: hostile });
  await sendDue(mailer);
  advance(2 * minute);
  await sendDue(mailer);
  for (const address of [email, member]) {
    const [mail] = to(address);
    assert.ok(mail, address);
    assert.deepEqual(mail.to, [address]);
    for (const name of ['bcc', 'cc']) assert.equal(mail.headers.has(name), false, name);
    for (const name of ['to', 'subject', 'from']) assert.equal(mail.headers.get(name)?.length, 1);
  }
  assert.match(to(member)[0]?.body ?? '', /Message: Hi Bcc: victim@example.org \. MAIL FROM/);
  assert.deepEqual(to('victim@example.org'), []);
  await call('PUT', '/api/admin/profile/mail', {
    token: staff.token,
    body: { ...settings, wantsDigest: false },
  });
});

test('an address gets at most five receipts a day, whatever its spelling', async () => {
  const email = newAddress();
  for (const spelling of [email, email.toUpperCase(), email.replace('@', '+tag@')]) {
    await submit(spelling);
    await submit(spelling);
  }
  const last = await submit(email);
  await sendDue(mailer);
  await sendDue(mailer);
  const [local = ''] = email.split('@');
  const mine = () => mails.filter(({ to: [first] }) => first?.toLowerCase().startsWith(local));
  assert.equal(mine().length, 5);
  assert.deepEqual(await outbox(last.id), []);
  advance(day + minute);
  await submit(email);
  await sendDue(mailer);
  assert.equal(mine().length, 6);
});

test('a submission in quarantine gets its receipt when staff release it', async () => {
  const email = newAddress();
  const { id } = await submit(email, {}, { 'X-Form-Trap': 'filled' });
  assert.deepEqual(await outbox(id), []);
  await call('POST', `/api/admin/quarantine/${id}/release`, await staff());
  await sendDue(mailer);
  assert.equal(to(email).length, 1);
});

test('a repeated Idempotency-Key sends one mail', async () => {
  const email = newAddress();
  const headers = { 'Idempotency-Key': 'once' };
  await submit(email, {}, headers);
  await submit(email, {}, headers);
  await sendDue(mailer);
  await submit(email, {}, headers);
  await sendDue(mailer);
  assert.equal(to(email).length, 1);
});

test('a decision is mailed if staff ask for it and the status or the answer has changed', async () => {
  const email = newAddress();
  const { body: idea } = await call('POST', '/api/ideas', { body: { ...ideaDraft, email } });
  await sendDue(mailer);
  const review = async (body: object) =>
    call('PATCH', `/api/admin/ideas/${idea.id}/status`, { ...(await staff()), body });
  await review({ status: 'under_review' });
  await review({ status: 'under_review', notes: 'For staff only', tell: true });
  const { id: ownerId } = await userWithToken('admin');
  await review({ status: 'under_review', ownerId, tell: true });
  assert.deepEqual(await outbox(idea.id), []);
  await review({ status: 'in_development', answer: 'A pod has begun.', tell: true });
  await review({ status: 'approved', answer: 'A pod begins in May.', tell: true });
  await sendDue(mailer);
  const [, mail] = to(email);
  assert.equal(to(email).length, 2);
  assert.equal(mail?.headers.get('subject')?.[0]?.includes('Approved'), true);
  assert.match(mail?.body ?? '', /Its status: Approved\.\n\nOur answer:\n\nA pod begins in May\./);
  assert.ok(!mail?.body.includes('For staff only'));
  const { body } = await call('GET', receiptApiIn(mail?.body));
  assert.equal(body.status, 'approved');
});

test('one decision about several submissions is mailed to each sender', async () => {
  const emails = [newAddress(), newAddress()];
  const sent: { id: string }[] = [];
  for (const email of emails) sent.push(await submit(email));
  await sendDue(mailer);
  const decide = async (status: string, version: number, tell: boolean) =>
    call('PATCH', '/api/admin/several/contacts', {
      ...(await staff()),
      body: { items: sent.map(({ id }) => ({ id, version })), status, tell },
    });
  await decide('read', 1, false);
  await decide('replied', 2, true);
  await sendDue(mailer);
  for (const email of emails) {
    assert.equal(to(email).length, 2);
    assert.match(to(email)[1]?.body ?? '', /Its status: Replied\./);
  }
});

test('messages of staff are announced by one mail, without their text', async () => {
  const email = newAddress();
  const { id } = await submit(email);
  await sendDue(mailer);
  for (const text of ['One secret word', 'Another']) {
    await call('POST', `/api/admin/contacts/${id}/messages`, {
      ...(await staff()),
      body: { text },
    });
  }
  await sendDue(mailer);
  const [, mail] = to(email);
  assert.equal(to(email).length, 2);
  assert.match(mail?.headers.get('subject')?.[0] ?? '', /There is a message for you/);
  assert.ok(!mail?.body.includes('secret word'));
});

for (const act of ['withdrawn', 'erased', 'deleted', 'corrected to another address']) {
  test(`no receipt is sent for a submission that is ${act} before`, async () => {
    const email = newAddress();
    const { id, receiptPath } = await submit(email);
    const path = receiptApi(receiptPath);
    if (act === 'withdrawn') await call('POST', `${path}/withdraw`);
    if (act === 'deleted') await call('DELETE', `/api/admin/contacts/${id}`, await staff());
    if (act.startsWith('corrected')) {
      const body = { ...contactDraft, email: newAddress() };
      assert.equal((await call('PUT', `${path}/contact`, { body })).status, 200);
    }
    if (act === 'erased') {
      await call('DELETE', path);
      assert.deepEqual(await outbox(id), []);
    }
    await sendDue(mailer);
    assert.deepEqual(to(email), []);
    assert.deepEqual(await outbox(id), []);
  });
}
