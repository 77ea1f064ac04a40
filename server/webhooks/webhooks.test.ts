import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { day, hour, minute, startApi } from '../../tests/harness.ts';
import { nameOf, sendDueTo, startWebhooks, type Webhook, type WebhookDeps } from './webhooks.ts';

interface ChatRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

const names: string[] = [];
const { call, db, deps, advance, userWithToken, logged } = await startApi({
  webhooks: { names, wake() {} },
});
const site = { name: 'Fledge', origin: 'https://lab.example' };
const { write, clock, logger } = deps;
const hookDeps: WebhookDeps = { db, write, clock, logger, site, timeout: 500 };
const secret = 'a secret of the tests';

/** Starts a chat server that records the requests in `requests`. It responds with 200 unless `answer` is given. */
async function startChat(
  answer: (response: ServerResponse) => unknown = (response) => response.end(),
) {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ headers: request.headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/private`;
  const webhook: Webhook = { url, secret };
  return { requests, webhook, texts: () => requests.map(({ body }) => JSON.parse(body).text) };
}

/** Replaces the configured webhooks. */
const configure = (...webhooks: Webhook[]) =>
  names.splice(0, names.length, ...webhooks.map(({ url }) => nameOf(url)));

const submit = async (path: string, body: object, headers = {}) =>
  (await call('POST', path, { body, headers })).body.id as string;
const staff = async () => (await userWithToken('admin')).token;
const rowsOf = (id: string) =>
  db.selectFrom('outbox').selectAll().where('submission_id', '=', id).execute();

test('a new idea is posted once, signed, with its title and a link', async () => {
  const { requests, webhook } = await startChat();
  configure(webhook);
  const id = await submit('/api/ideas', { ...ideaDraft, title: 'A map of owls' });
  assert.equal(await sendDueTo(webhook, hookDeps), 1);
  assert.equal(await sendDueTo(webhook, hookDeps), 0);
  const [{ headers, body } = { headers: {}, body: '' }, ...others] = requests;
  assert.deepEqual(others, []);
  assert.deepEqual(JSON.parse(body), {
    text: `New idea: A map of owls\nhttps://lab.example/admin/ideas?open=${id}`,
  });
  assert.equal(headers['content-type'], 'application/json');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.equal(
    headers['webhook-signature'],
    `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  assert.equal(Number(headers['webhook-timestamp']), clock().getTime() / 1000);
});

test('applications and messages are posted without any text of the sender', async () => {
  const { webhook, texts } = await startChat();
  configure(webhook);
  const application = await submit('/api/applications', applicationDraft);
  const contact = await submit('/api/contact', contactDraft);
  await sendDueTo(webhook, hookDeps);
  assert.deepEqual(texts(), [
    `New application\nhttps://lab.example/admin/applications?open=${application}`,
    `New message\nhttps://lab.example/admin/contacts?open=${contact}`,
  ]);
});

test('a title cannot mention people, create links or format text in a chat', async () => {
  const { webhook, texts } = await startChat();
  configure(webhook);
  const title =
    '@channel <!here> *b* _i_ `c` [x](https://evil.example) www.evil.example :tada: \u202eR&D: 2';
  await submit('/api/ideas', { ...ideaDraft, title });
  await sendDueTo(webhook, hookDeps);
  const [line] = texts()[0].split('\n');
  assert.equal(
    line,
    'New idea: ＠channel ＜！here＞ ＊b＊ ＿i＿ ｀c｀ ［x］(https：／／evil．example) www．evil．example ：tada: R＆D: 2',
  );
});

test('the new status of an idea is posted; notes, and the status of a message, are not', async () => {
  const { webhook, texts } = await startChat();
  const id = await submit('/api/ideas', { ...ideaDraft, title: 'Owls' });
  const contact = await submit('/api/contact', contactDraft);
  configure(webhook);
  const token = await staff();
  const review = (path: string, body: object) => call('PATCH', path, { body, token });
  const ideas = `/api/admin/ideas/${id}/status`;
  assert.equal((await review(ideas, { status: 'pending', notes: 'private' })).status, 200);
  await review(`/api/admin/contacts/${contact}/status`, { status: 'read' });
  assert.equal(await sendDueTo(webhook, hookDeps), 0);
  await review(ideas, { status: 'under_review' });
  await review(ideas, { status: 'approved' });
  await sendDueTo(webhook, hookDeps);
  assert.deepEqual(texts(), [
    `Idea, now Approved: Owls\nhttps://lab.example/admin/ideas?open=${id}`,
  ]);
});

test('a submission in quarantine is posted when staff release it', async () => {
  const { webhook, texts } = await startChat();
  configure(webhook);
  const id = await submit('/api/contact', contactDraft, { 'X-Form-Trap': 'filled' });
  assert.equal(await sendDueTo(webhook, hookDeps), 0);
  const token = await staff();
  assert.equal((await call('POST', `/api/admin/quarantine/${id}/release`, { token })).status, 204);
  await sendDueTo(webhook, hookDeps);
  assert.equal(texts().length, 1);
});

test('a deleted submission is not posted', async () => {
  const { requests, webhook } = await startChat();
  configure(webhook);
  const id = await submit('/api/contact', contactDraft);
  await call('DELETE', `/api/admin/contacts/${id}`, { token: await staff() });
  await sendDueTo(webhook, hookDeps);
  assert.deepEqual([requests, await rowsOf(id)], [[], []]);
});

test('each webhook has its own attempts; one that fails is tried again, given up, and shown to admins', async () => {
  const good = await startChat();
  const bad = await startChat((response) => response.writeHead(500).end('a secret answer'));
  configure(good.webhook, bad.webhook);
  const id = await submit('/api/ideas', { ...ideaDraft, title: 'Told to two' });
  await sendDueTo(good.webhook, hookDeps);
  await sendDueTo(bad.webhook, hookDeps);
  await sendDueTo(bad.webhook, hookDeps);
  assert.deepEqual([good.requests.length, bad.requests.length], [1, 1]);
  advance(minute);
  await sendDueTo(bad.webhook, hookDeps);
  assert.equal(bad.requests.length, 2);
  assert.equal(bad.requests[0]?.headers['webhook-id'], bad.requests[1]?.headers['webhook-id']);
  advance(2 * day);
  await sendDueTo(bad.webhook, hookDeps);
  const token = await staff();
  const { body: failed } = await call('GET', '/api/admin/mail', { token });
  const [one, ...others] = failed;
  assert.deepEqual(others, []);
  const { topic, kind, submissionId, name, reason } = one;
  assert.deepEqual(
    { topic, kind, submissionId, name, reason },
    {
      topic: 'received',
      kind: 'idea',
      submissionId: id,
      name: 'Told to two',
      reason: 'The webhook answered 500.',
    },
  );
  assert.equal((await call('POST', `/api/admin/mail/${one.id}/retry`, { token })).status, 204);
  await sendDueTo(bad.webhook, hookDeps);
  assert.deepEqual([good.requests.length, bad.requests.length], [1, 4]);
  await call('DELETE', `/api/admin/contacts/${id}`, { token });
});

test('a redirect or no answer in time is a failure; an endless answer is cancelled', async () => {
  const target = await startChat();
  const redirect = await startChat((response) =>
    response.writeHead(307, { Location: target.webhook.url }).end(),
  );
  const silent = await startChat(() => {});
  const endless = await startChat((response) => {
    const writing = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.once('close', () => clearInterval(writing));
  });
  configure(redirect.webhook, silent.webhook, endless.webhook);
  const id = await submit('/api/contact', contactDraft);
  for (const { webhook } of [redirect, silent, endless]) await sendDueTo(webhook, hookDeps);
  const reasons = (await rowsOf(id)).map((row) => row.last_error).toSorted();
  assert.deepEqual(reasons, ['The webhook answered 307.', 'The webhook did not answer in time.']);
  assert.deepEqual(target.requests, []);
});

test('the URL of a webhook, which is a secret, is in no table and no line of the log', async () => {
  const { webhook } = await startChat((response) => response.writeHead(403).end());
  configure(webhook);
  await submit('/api/contact', contactDraft);
  await sendDueTo(webhook, hookDeps);
  const rows = await db.selectFrom('outbox').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows) + logged.join(''), /hooks\/private|127\.0\.0\.1/);
});

test('startWebhooks sends when it is woken, and two processes send a message once', async () => {
  advance(hour);
  const { requests, webhook } = await startChat();
  configure(webhook);
  const settings = { urls: [webhook.url], secret };
  const both = [startWebhooks(settings, hookDeps), startWebhooks(settings, hookDeps)];
  await submit('/api/contact', contactDraft);
  for (const one of both) one.wake();
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all(both.map((one) => one.stop()));
  assert.equal(requests.length, 1);
});
