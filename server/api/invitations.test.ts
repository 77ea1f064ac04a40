import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, minute } from '../../tests/harness.ts';
import { startMailApi } from '../../tests/mail.ts';
import { sendDue } from '../mail/mailer.ts';

const site = await startMailApi();
const { call, db, advance, userWithToken, mailServer } = site;

let number = 0;
/** Returns a draft whose username and e-mail address no invitation or user has. */
function newDraft(more: object = {}) {
  number += 1;
  const name = `wren-${number}`;
  return { username: name, email: `${name}@example.org`, role: 'blog-admin', ...more };
}

/** Creates an admin. Returns the admin's account, and functions that create invitations and fetch their links. */
async function inviter() {
  const { token, id, username } = await userWithToken('admin');
  const invite = (draft: object) => call('POST', '/api/admin/invitations', { token, body: draft });
  const linkOf = async (invitation: { id: string }) => {
    const link = `/api/admin/invitations/${invitation.id}/link`;
    const { status, body } = await call('POST', link, { token });
    assert.equal(status, 200);
    return body.path.replace('/admin/invite#', '') as string;
  };
  const invited = async (more: object = {}) => {
    const { status, body } = await invite(newDraft(more));
    assert.equal(status, 201, JSON.stringify(body));
    return { ...body, secret: await linkOf(body) };
  };
  return { token, id, username, invite, invited, linkOf };
}

const look = (secret: string) => call('POST', '/api/admin/invite', { body: { secret } });
const accept = (secret: string, password = 'chosen by me') =>
  call('POST', '/api/admin/invite/accept', { body: { secret, password } });

test('an invited person sees the invitation, chooses a password, and is signed in with the given role', async () => {
  const { token, username, invited } = await inviter();
  const invitation = await invited({ role: 'admin' });
  const listed = await call('GET', '/api/admin/invitations', { token });
  const { secret, ...shown } = invitation;
  assert.deepEqual(listed.body, [shown]);
  assert.equal(shown.invitedBy, username);
  assert.match(secret, /^[0-9a-f]{40}$/);
  const stored = await db.selectFrom('invitation_secrets').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(secret));

  const { username: name, email, role, endsAt } = invitation;
  assert.deepEqual((await look(secret)).body, { username: name, email, role, endsAt });
  const short = await accept(secret, 'short');
  assert.deepEqual([short.status, Object.keys(short.body.fields)], [422, ['password']]);
  const { status, body } = await accept(secret);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body.user), ['id', 'username', 'role', 'version']);
  assert.deepEqual([body.user.username, body.user.role], [name, 'admin']);
  const users = await call('GET', '/api/admin/users', { token: body.token });
  const made = users.body.find(({ id }: { id: string }) => id === body.user.id);
  assert.deepEqual([made.email, made.hasSecondFactor], [email, false]);
  await site.tokenOf(name, 'chosen by me');
  assert.deepEqual((await call('GET', '/api/admin/invitations', { token })).body, []);
});

test('an invitation can be accepted once, also by two parallel requests', async () => {
  const { invited } = await inviter();
  const { secret } = await invited();
  const both = await Promise.all([accept(secret), accept(secret)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 404]);
  assert.equal((await accept(secret)).status, 404);
  assert.equal((await look(secret)).status, 404);
});

test('an invitation ends after seven days or when it is withdrawn, and then answers like a wrong link', async () => {
  const { invited } = await inviter();
  const late = await invited();
  advance(7 * day - minute);
  assert.equal((await look(late.secret)).status, 200);
  advance(minute);
  const gone = [await look(late.secret), await accept(late.secret), await look('0'.repeat(40))];
  // The session of the first admin has expired too, so the test goes on with a second admin.
  const { token, invited: inviteNow, linkOf } = await inviter();
  assert.deepEqual((await call('GET', '/api/admin/invitations', { token })).body, []);
  const open = await inviteNow();
  const second = await linkOf(open);
  const remove = () => call('DELETE', `/api/admin/invitations/${open.id}`, { token });
  assert.equal((await remove()).status, 204);
  assert.equal((await remove()).status, 404);
  gone.push(await look(open.secret), await accept(second));
  for (const { status, body } of gone) {
    assert.deepEqual([status, body], [404, { error: 'There is no such invitation.' }]);
  }
  const link = await call('POST', `/api/admin/invitations/${late.id}/link`, { token });
  assert.equal(link.status, 404);
});

test('users and open invitations reserve their usernames and addresses, regardless of case', async () => {
  const { token, invite, invited } = await inviter();
  const { username, email } = await invited();
  const draft = { password: 'six or more', role: 'admin' };
  const user = (body: object) =>
    call('POST', '/api/admin/users', { token, body: { ...draft, ...body } });
  const taken = [
    await invite(newDraft({ username: username.toUpperCase() })),
    await invite(newDraft({ email: email.toUpperCase() })),
    await user({ username: ` ${username.toUpperCase()}` }),
    await user({ username: 'free', email: email.toLowerCase() }),
  ];
  const free = await user({ username: 'heron', email: 'heron@example.org' });
  assert.equal(free.body.email, 'heron@example.org');
  taken.push(
    await invite(newDraft({ username: 'HERON' })),
    await invite(newDraft({ email: 'HERON@example.org' })),
    await user({ username: 'other', email: 'Heron@example.org' }),
  );
  assert.deepEqual(new Set(taken.map(({ status }) => status)), new Set([409]));
  const address = `/api/admin/users/${free.body.id}`;
  const change = (body: object) => call('PATCH', address, { token, body });
  assert.equal((await change({ email })).status, 409);
  assert.equal((await change({ email: 'HERON@example.org' })).body.email, 'HERON@example.org');
  assert.equal((await change({ role: 'admin' })).body.email, 'HERON@example.org');
  assert.equal((await change({ email: '' })).body.email, null);
  // An expired invitation no longer reserves its username and e-mail address.
  advance(8 * day);
  const again = await inviter();
  assert.equal((await again.invite(newDraft({ username, email }))).status, 201);
});

test('invitations end with the account and the role of the admin who made them', async () => {
  const { token } = await userWithToken('admin');
  const leaving = await inviter();
  const demoted = await inviter();
  const links = [await leaving.invited(), await demoted.invited()];
  await call('DELETE', `/api/admin/users/${leaving.id}`, { token });
  const path = `/api/admin/users/${demoted.id}`;
  await call('PATCH', path, { token, body: { role: 'blog-admin' } });
  for (const { secret } of links) assert.equal((await accept(secret)).status, 404);
});

test('the link in the mail and the link that was shown both work', async () => {
  const { token, invite, linkOf } = await inviter();
  const { mailer, to } = await mailServer();
  // Repeats until no mail is due: each call of `sendDue` sends at most ten.
  const sendAll = async () => {
    while ((await sendDue(mailer)) > 0);
  };
  const { body: invitation } = await invite(newDraft());
  await sendAll();
  const [mail, ...more] = to(invitation.email);
  assert.deepEqual(more, []);
  assert.deepEqual(mail?.headers.get('subject'), ['You are invited to the staff area - Fledge']);
  const secret =
    mail?.body.match(/https:\/\/lab\.example\/admin\/invite#([0-9a-f]{40})/)?.[1] ?? '';
  const shown = await linkOf(invitation);
  for (const each of [secret, shown]) assert.equal((await look(each)).status, 200);
  assert.equal((await accept(secret)).status, 200);
  assert.equal((await accept(shown)).status, 404);

  // No mail is sent for an invitation that was withdrawn, or that has no e-mail address.
  const { body: withdrawn } = await invite(newDraft());
  await call('DELETE', `/api/admin/invitations/${withdrawn.id}`, { token });
  await invite(newDraft({ email: null }));
  await sendAll();
  assert.deepEqual(to(withdrawn.email), []);
  assert.deepEqual(await db.selectFrom('outbox').selectAll().execute(), []);
});

test('POST /api/admin/invitations with a repeated Idempotency-Key creates one invitation', async () => {
  const { token } = await inviter();
  const body = newDraft();
  const send = () =>
    call('POST', '/api/admin/invitations', {
      token,
      body,
      headers: { 'Idempotency-Key': 'invite-once' },
    });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([second.status, second.body], [201, first.body]);
});
