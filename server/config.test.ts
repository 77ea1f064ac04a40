import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('an empty environment is valid', () => {
  assert.deepEqual(readConfig({}), {
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    adminUsername: 'admin',
    adminPassword: undefined,
    demoContent: true,
    rateLimits: true,
    siteUrl: undefined,
    hsts: 'off',
    trustProxy: 0,
    webConcurrency: 1,
    mail: undefined,
    webhooks: undefined,
    metrics: undefined,
    oidc: undefined,
    logLevel: 'info',
  });
});

test('every setting is read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/fledge',
    DATABASE_URL: 'postgres://fledge@db.example/fledge',
    ADMIN_USERNAME: ' sigrid ',
    ADMIN_PASSWORD: 'six or more',
    DEMO_CONTENT: 'false',
    RATE_LIMITS: 'off',
    SITE_URL: 'https://lab.example/',
    HSTS: 'subdomains',
    TRUST_PROXY: '2',
    MAIL_URL: 'smtp://lab:secret@mail.example:587',
    MAIL_FROM: 'The lab <lab@lab.example>',
    WEBHOOK_URL: 'https://chat.example/hooks/one, http://127.0.0.1/two',
    WEBHOOK_SECRET: 'a secret of sixteen',
    METRICS: 'on',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.1',
    METRICS_TOKEN: 'another secret of sixteen',
    OIDC_ISSUER: 'https://accounts.example/lab',
    OIDC_CLIENT_ID: 'fledge',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'the Lab account',
    LOG_LEVEL: 'warn',
  });
  assert.deepEqual(config, {
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/fledge',
    databaseUrl: 'postgres://fledge@db.example/fledge',
    adminUsername: 'sigrid',
    adminPassword: 'six or more',
    demoContent: false,
    rateLimits: false,
    siteUrl: 'https://lab.example',
    hsts: 'subdomains',
    trustProxy: 2,
    webConcurrency: 1,
    mail: { url: 'smtp://lab:secret@mail.example:587', from: 'The lab <lab@lab.example>' },
    webhooks: {
      urls: ['https://chat.example/hooks/one', 'http://127.0.0.1/two'],
      secret: 'a secret of sixteen',
    },
    metrics: { port: 9464, host: '10.0.0.1', token: 'another secret of sixteen' },
    oidc: {
      issuer: 'https://accounts.example/lab',
      clientId: 'fledge',
      clientSecret: 'secret',
      name: 'the Lab account',
    },
    logLevel: 'warn',
  });
});

test('HSTS is on by default only if SITE_URL has https', () => {
  assert.equal(readConfig({ SITE_URL: 'https://lab.example' }).hsts, 'on');
  assert.equal(readConfig({ SITE_URL: 'https://lab.example', HSTS: 'off' }).hsts, 'off');
  assert.equal(readConfig({ SITE_URL: 'http://lab.example' }).hsts, 'off');
  assert.equal(readConfig({ HSTS: 'on' }).hsts, 'on');
});

test('an empty value counts as unset', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: ' ' }).port, 3000);
});

test('one message names every invalid setting, and repeats no value', () => {
  const bad = {
    PORT: '70000',
    DATABASE_URL: 'mysql://root:secret@db',
    ADMIN_USERNAME: 'x'.repeat(201),
    ADMIN_PASSWORD: 'short',
    DEMO_CONTENT: 'perhaps',
    RATE_LIMITS: 'yes',
    SITE_URL: 'lab.example',
    HSTS: 'everything',
    TRUST_PROXY: '-1',
    MAIL_URL: 'https://lab:secret@mail.example',
    MAIL_FROM: 'lab@lab.example, other@lab.example',
    WEBHOOK_URL: 'https://chat.example/hooks/secret,ftp://chat.example',
    WEBHOOK_SECRET: 'short',
    METRICS: 'yes',
    METRICS_PORT: '-1',
    METRICS_TOKEN: 'short',
    OIDC_ISSUER: 'http://secret.example',
    OIDC_NAME: 'secret'.repeat(11),
    LOG_LEVEL: 'loud',
  };
  assert.throws(
    () => readConfig(bad),
    (error: Error) => {
      const lines = error.message.split('\n').slice(1);
      assert.deepEqual(
        lines.map((line) => line.trim().split(':')[0]),
        Object.keys(bad),
      );
      assert.ok(!error.message.includes('secret') && !error.message.includes('short'));
      return true;
    },
  );
});

/** Returns the error message for an environment, or an empty string if the environment is valid. */
function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('mail needs MAIL_FROM and SITE_URL', () => {
  const MAIL_URL = 'smtps://lab:secret@mail.example';
  const MAIL_FROM = 'lab@lab.example';
  const SITE_URL = 'https://lab.example';
  assert.equal(messageOf({ MAIL_URL, MAIL_FROM, SITE_URL }), '');
  assert.match(messageOf({ MAIL_URL, SITE_URL }), /MAIL_FROM: must be set together with MAIL_URL/);
  assert.match(messageOf({ MAIL_URL, MAIL_FROM }), /SITE_URL: must be set together with MAIL_URL/);
  assert.match(messageOf({ MAIL_FROM, SITE_URL }), /MAIL_URL: must be set together with MAIL_FROM/);
  assert.ok(!messageOf({ MAIL_URL }).includes('secret'));
  for (const url of ['smtp://', 'smtp://lab:50%secret@mail.example', 'mail.example:587']) {
    const message = messageOf({ MAIL_URL: url, MAIL_FROM, SITE_URL });
    assert.match(message, /MAIL_URL: must be unset/, url);
    assert.ok(!message.includes('secret'));
  }
});

test('webhooks need WEBHOOK_SECRET and SITE_URL', () => {
  const WEBHOOK_URL = 'https://chat.example/hooks/one';
  const WEBHOOK_SECRET = 'a secret of sixteen';
  const SITE_URL = 'https://lab.example';
  assert.equal(messageOf({ WEBHOOK_URL, WEBHOOK_SECRET, SITE_URL }), '');
  for (const WEBHOOK_URL of ['https://name@chat.example', 'https://:password@chat.example']) {
    assert.match(messageOf({ WEBHOOK_URL, WEBHOOK_SECRET, SITE_URL }), /WEBHOOK_URL: must be/);
  }
  assert.match(messageOf({ WEBHOOK_URL, SITE_URL }), /WEBHOOK_SECRET: must be set together/);
  assert.match(messageOf({ WEBHOOK_URL, WEBHOOK_SECRET }), /SITE_URL: must be set together/);
  assert.match(messageOf({ WEBHOOK_SECRET, SITE_URL }), /WEBHOOK_URL: must be set together/);
  const twice = `${WEBHOOK_URL},${WEBHOOK_URL}`;
  const six = Array.from({ length: 6 }, (_, at) => WEBHOOK_URL + at).join();
  for (const url of [twice, six, 'https://lab:secret@chat.example', 'chat.example', ',']) {
    const message = messageOf({ WEBHOOK_URL: url, WEBHOOK_SECRET, SITE_URL });
    assert.match(message, /WEBHOOK_URL: must be/, url);
  }
});

test('metrics need METRICS_PORT or METRICS_TOKEN', () => {
  assert.match(messageOf({ METRICS: 'on' }), /METRICS: needs METRICS_PORT .* or METRICS_TOKEN/);
  assert.match(messageOf({ METRICS_HOST: '::1' }), /METRICS_PORT: must be set together/);
  assert.deepEqual(readConfig({ METRICS: 'on', METRICS_PORT: '0' }).metrics, {
    port: 0,
    host: '127.0.0.1',
    token: undefined,
  });
  assert.equal(readConfig({ METRICS_PORT: '9464' }).metrics, undefined);
});

test('an OpenID Connect provider needs all its settings, SITE_URL, and https unless it is on this machine', () => {
  const OIDC_ISSUER = 'https://accounts.example';
  const OIDC_CLIENT_ID = 'fledge';
  const OIDC_CLIENT_SECRET = 'secret';
  const SITE_URL = 'https://lab.example';
  const all = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, SITE_URL };
  assert.equal(readConfig(all).oidc?.name, 'accounts.example');
  for (const name of Object.keys(all)) {
    const message = messageOf({ ...all, [name]: '' });
    assert.match(message, new RegExp(`\\n  ${name}: must be set together with OIDC_`));
    assert.ok(!message.includes('secret'));
  }
  assert.equal(messageOf({ ...all, OIDC_ISSUER: 'http://127.0.0.1:9000' }), '');
  for (const issuer of ['http://accounts.example', 'accounts.example', `${OIDC_ISSUER}/?x=1`]) {
    assert.match(messageOf({ ...all, OIDC_ISSUER: issuer }), /OIDC_ISSUER: must be unset, or/);
  }
});
