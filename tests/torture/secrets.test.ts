import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { migratedDatabase } from '../harness.ts';
import { newFolder, startServer } from '../process/server.ts';
import { enginesToAttack, newDatabaseEnv, reportFigures } from './attack.ts';

/** Returns a secret text that occurs nowhere else. */
const secret = (name: string) => `canary-${name}-${Math.random().toString(36).slice(2)}`;

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`no secret in a log line, an error or the process list, ${engine}`, async (t) => {
    const secrets = {
      adminPassword: secret('admin'),
      databasePassword: secret('database'),
      mailPassword: secret('mail'),
      webhookAddress: secret('webhook'),
      webhookSecret: secret('signature'),
      metricsToken: secret('metrics'),
      guess: secret('guess'),
      newPassword: secret('new'),
      person: secret('person'),
      email: `${secret('email')}@example.org`,
      text: secret('text'),
      key: secret('key'),
    };
    // A database without an admin: the server makes one with the password of its environment.
    const location = await newDatabaseEnv(engine, migratedDatabase);
    if (location.DATABASE_URL) {
      const url = new URL(location.DATABASE_URL);
      url.password = secrets.databasePassword;
      location.DATABASE_URL = url.href;
    }
    const server = await startServer({
      ...location,
      ADMIN_PASSWORD: secrets.adminPassword,
      DEMO_CONTENT: 'false',
      // Nothing listens on port 1, so every mail and every webhook fails.
      MAIL_URL: `smtp://lab:${secrets.mailPassword}@127.0.0.1:1`,
      MAIL_FROM: 'lab@lab.example',
      SITE_URL: 'http://lab.example',
      WEBHOOK_URL: `http://127.0.0.1:1/hooks/${secrets.webhookAddress}`,
      WEBHOOK_SECRET: secrets.webhookSecret,
      METRICS: 'on',
      METRICS_TOKEN: secrets.metricsToken,
      LOG_LEVEL: 'trace',
      RATE_LIMITS: 'off',
    });
    const answers: string[] = [];
    const call = async (method: string, path: string, body?: unknown, headers = {}) => {
      const response = await fetch(server.local + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status >= 400) answers.push(text);
      return { status: response.status, text };
    };
    const login = (password: string) =>
      call('POST', '/api/admin/login', { username: 'admin', password });

    const { token } = JSON.parse((await login(secrets.adminPassword)).text);
    await login(secrets.guess);
    await call('POST', '/api/admin/login', { username: secrets.person, password: secrets.guess });
    const headers = { Authorization: `Bearer ${token}` };
    const badToken = { Authorization: `Bearer ${secrets.key.padEnd(43, 'x').slice(0, 43)}` };
    await call('GET', '/api/admin/users', undefined, badToken);
    await call('GET', '/api/admin/users', undefined, headers);
    const change = { currentPassword: secrets.guess, newPassword: secrets.newPassword };
    await call('PATCH', '/api/admin/profile', change, headers);
    const good = { ...change, currentPassword: secrets.adminPassword };
    assert.equal((await call('PATCH', '/api/admin/profile', good, headers)).status, 200);
    const user = { username: secrets.person, password: secrets.newPassword, role: 'admin' };
    await call('POST', '/api/admin/users', user, headers);
    await call('POST', '/api/admin/users', user, headers);

    const person = { name: secrets.person, email: secrets.email };
    await call('POST', '/api/contact', { ...contactDraft, ...person, message: secrets.text });
    await call('POST', '/api/contact', { ...person, subject: 7 });
    await call('POST', '/api/contact', `{"email":"${secrets.email}","message":"${secrets.text}`);
    const idea = { ...ideaDraft, submitterName: secrets.person, email: secrets.email };
    const { receiptPath } = JSON.parse((await call('POST', '/api/ideas', idea)).text);
    const receipt = receiptPath.split('/').at(-1) as string;
    await call('GET', receiptPath);
    for (const [method, end, body] of [
      ['GET', ''],
      ['PUT', '/idea', {}],
      ['PUT', '/contact', contactDraft],
      ['POST', '/messages', { text: secrets.text }],
      ['POST', '/messages', {}],
      ['POST', '/nowhere', {}],
      ['PATCH', ''],
      ['POST', '/withdraw'],
      ['DELETE', ''],
      ['GET', ''],
    ] as const) {
      await call(method, `/api/receipts/${receipt}${end}`, body);
    }
    await call('POST', '/api/applications', { ...applicationDraft, email: secrets.email });
    const keyed = { 'Idempotency-Key': secrets.key };
    await call('POST', '/api/contact', contactDraft, keyed);
    await call('POST', '/api/contact', { ...contactDraft, name: secrets.person }, keyed);
    await call('GET', `/ideas?q=${secrets.text}`);
    await call('GET', `/api/ideas?view=page&q=${secrets.text}`);
    await call('GET', `/admin/contacts?q=${secrets.email}`);

    const processList = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    await server.end();
    const log = server.output();
    assert.match(log, /a mail could not be sent/);
    assert.match(log, /a webhook could not be told/);
    assert.ok(log.split('\n').filter((line) => line.startsWith('{')).length > 15, 'nothing logged');
    const everything = { ...secrets, token, receipt };
    for (const [name, value] of Object.entries(everything)) {
      assert.ok(!log.includes(value), `${name} is in the log`);
      assert.ok(!processList.includes(value), `${name} is in the process list`);
      assert.ok(!answers.join('\n').includes(value), `${name} is in an error`);
    }
    reportFigures(t, { secrets: Object.keys(everything).length, found: 0 });
  });
}

test('errors at the start do not contain a password', async (t) => {
  const password = secret('database');
  const DATA_DIR = newFolder();
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.password = password;
  url.pathname = '/nowhere';
  const failures = await Promise.allSettled([
    startServer({ DATA_DIR, DATABASE_URL: url.href }),
    startServer({
      DATA_DIR,
      DATABASE_URL: `mysql://x:${password}@127.0.0.1/x`,
      ADMIN_PASSWORD: password,
      PORT: 'odd',
      MAIL_URL: `imap://x:${password}@127.0.0.1`,
    }),
    startServer({ DATA_DIR, MAIL_URL: `smtp://x:${password}@127.0.0.1` }),
  ]);
  for (const failure of failures) {
    assert.ok(failure.status === 'rejected');
    assert.match(failure.reason.message, /exited with (1|78):/);
    assert.ok(!failure.reason.message.includes(password), failure.reason.message);
  }
  reportFigures(t, { failures: failures.length, 'passwords told': 0 });
});
