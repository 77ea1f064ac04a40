import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expertises, inquiryTypes } from '#contract/vocabulary.ts';
import {
  applicationDraft,
  applicationExtras,
  contactDraft,
  ideaDraft,
} from '../../tests/drafts.ts';
import * as bad from '../../tests/fields.ts';
import { hour, minute, startApi, usualEngine } from '../../tests/harness.ts';

const site = await startApi();
const admin = await site.userWithToken('admin');
const { call } = site;

const count = async (list: string) =>
  (await call('GET', `/api/admin/${list}`, { token: admin.token })).body.length;
const newest = async (list: string) =>
  (await call('GET', `/api/admin/${list}`, { token: admin.token })).body[0];

const forms = [
  {
    path: '/api/contact',
    list: 'contacts',
    draft: contactDraft,
    fields: {
      name: bad.required(bad.text(200)),
      email: bad.email,
      subject: bad.required(bad.text(200)),
      message: bad.required(bad.text(5000)),
      inquiryType: bad.choice,
    },
  },
  {
    path: '/api/ideas',
    list: 'ideas',
    draft: ideaDraft,
    fields: {
      title: bad.required(bad.text(200)),
      submitterName: bad.required(bad.text(200)),
      problemStatement: bad.required(bad.text(5000)),
      proposedSolution: bad.required(bad.text(5000)),
      targetAudience: bad.required(bad.text(5000)),
      expectedImpact: bad.required(bad.text(5000)),
      requiredExpertise: bad.choices,
      successMetrics: bad.text(5000),
      dependencies: bad.text(5000),
    },
  },
  {
    path: '/api/applications',
    list: 'applications',
    draft: { ...applicationDraft, ...applicationExtras },
    fields: {
      fullName: bad.required(bad.text(200)),
      email: bad.email,
      role: [...bad.required(bad.text(200)), 'Other'],
      mattermostHandle: bad.required(bad.text(200)),
      circles: bad.choices,
      meetsRequirements: [undefined, null, '', ...bad.choice, 'yes'],
      currentlyInCircle: [undefined, null, '', ...bad.choice, 'no'],
      experience: bad.text(5000),
      availability: bad.text(200),
      skills: bad.list,
      linkedin: bad.url,
      github: bad.url,
      portfolio: bad.url,
      motivation: bad.text(5000),
    },
  },
];

for (const { path, list, draft, fields } of forms) {
  // The schema refuses these values without the database, so one engine is enough.
  if (usualEngine === 'SQLite') {
    test(`POST ${path} refuses each bad field, names it, and saves nothing`, async (t) => {
      const before = await count(list);
      for (const { label, field, body } of bad.badBodies(draft, fields)) {
        await t.test(label, async () => {
          const answer = await call('POST', path, { body });
          assert.equal(answer.status, 422);
          assert.deepEqual(Object.keys(answer.body), ['error', 'fields']);
          assert.deepEqual(Object.keys(answer.body.fields), [field]);
          assert.match(answer.body.fields[field], /^[A-Z].+\.$/);
        });
      }
      assert.equal(await count(list), before);
    });
  }

  test(`POST ${path} names all bad fields at once`, async () => {
    const { status, body } = await call('POST', path, { body: {} });
    assert.equal(status, 422);
    const requiredFields = Object.entries(fields).filter(([, values]) =>
      values.includes(undefined),
    );
    assert.deepEqual(Object.keys(body.fields).sort(), requiredFields.map(([name]) => name).sort());
  });

  test(`POST ${path} accepts texts up to their limit, and trims them`, async () => {
    const [name = ''] = Object.keys(fields);
    const longest = 'ä'.repeat(200);
    const { status } = await call('POST', path, { body: { ...draft, [name]: `  ${longest}\n` } });
    assert.equal(status, 201);
    assert.equal((await newest(list))[name], longest);
  });

  test(`POST ${path} ignores unknown fields, and fields that only staff set`, async () => {
    const forged = {
      id: 'mine',
      status: 'approved',
      notes: 'let me in',
      createdAt: '2000-01-01T00:00:00.000Z',
      version: 9,
      role_: 'x',
      constructor: { prototype: { polluted: true } },
    };
    const { status } = await call('POST', path, {
      raw: JSON.stringify({ ...draft, ...forged }).replace('{', '{"__proto__":{"polluted":true},'),
    });
    assert.equal(status, 201);
    const saved = await newest(list);
    assert.notEqual(saved.id, 'mine');
    assert.ok(['pending', 'new'].includes(saved.status));
    assert.ok(saved.notes === null || saved.notes === undefined);
    assert.equal(saved.createdAt, '2026-11-15T10:00:00.000Z');
    assert.equal(saved.version, 1);
    assert.ok(!('polluted' in {}));
  });

  test(`POST ${path} answers 400, 413 and 415 to bodies that are not JSON`, async () => {
    const statusOf = async (raw: BodyInit, headers = {}) =>
      (await call('POST', path, { raw, headers })).status;
    assert.equal(await statusOf('{"name":'), 400);
    assert.equal(await statusOf(''), 400);
    assert.equal(await statusOf(new Uint8Array([0x7b, 0xff, 0x7d])), 400);
    assert.equal(await statusOf('[]'), 422);
    assert.equal(await statusOf('null'), 422);
    assert.equal(await statusOf('"text"'), 422);
    assert.equal(await statusOf(JSON.stringify(draft), { 'Content-Type': 'text/plain' }), 415);
    assert.equal(
      await statusOf(JSON.stringify(draft), {
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
      415,
    );
    assert.equal(await statusOf(JSON.stringify(draft), { 'Content-Encoding': 'gzip' }), 415);
    assert.equal(await statusOf(`"${'x'.repeat(600_000)}"`), 413);
    const chunked = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)));
      },
    });
    assert.equal(await statusOf(chunked), 413);
  });

  test(`POST ${path} with one Idempotency-Key creates once, also in parallel`, async () => {
    const before = await count(list);
    const send = (body: object) =>
      call('POST', path, {
        body,
        headers: { 'Idempotency-Key': `key for ${list}`.replace(/ /g, '-') },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(draft)));
    for (const { status, body } of answers) {
      assert.equal(status, 201);
      assert.deepEqual(body, answers[0]?.body);
    }
    assert.equal(await count(list), before + 1);
    assert.deepEqual((await send(draft)).body, answers[0]?.body);
    const [name = ''] = Object.keys(fields);
    assert.equal((await send({ ...draft, [name]: 'another' })).status, 409);
    assert.equal(await count(list), before + 1);
  });

  test(`POST ${path} answers 400 to a malformed Idempotency-Key`, async () => {
    for (const key of ['x'.repeat(201), 'with space']) {
      const headers = { 'Idempotency-Key': key };
      assert.equal((await call('POST', path, { body: draft, headers })).status, 400);
    }
  });
}

test('an Idempotency-Key counts for one form only', async () => {
  const headers = { 'Idempotency-Key': 'shared-between-forms' };
  for (const { path, draft } of forms) {
    assert.equal((await call('POST', path, { body: draft, headers })).status, 201);
  }
});

test('POST /api/contact answers id, status, createdAt and receiptPath', async () => {
  const { status, body } = await call('POST', '/api/contact', { body: contactDraft });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['id', 'status', 'createdAt', 'receiptPath']);
  assert.equal(body.status, 'new');
  assert.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const { version: _, ...saved } = await newest('contacts');
  const { receiptPath, ...rest } = body;
  assert.deepEqual(saved, { ...contactDraft, ...rest });
});

test('POST /api/contact accepts every inquiry type, and sets a missing one to general', async () => {
  for (const inquiryType of inquiryTypes) {
    await call('POST', '/api/contact', { body: { ...contactDraft, inquiryType } });
    assert.equal((await newest('contacts')).inquiryType, inquiryType);
  }
  for (const inquiryType of [undefined, null, '']) {
    await call('POST', '/api/contact', { body: { ...contactDraft, inquiryType } });
    assert.equal((await newest('contacts')).inquiryType, 'general');
  }
});

test('POST /api/ideas answers the public idea', async () => {
  const { status, body } = await call('POST', '/api/ideas', { body: ideaDraft });
  assert.equal(status, 201);
  const { receiptPath, ...idea } = body;
  const { id, createdAt, ...rest } = idea;
  assert.deepEqual(rest, { ...ideaDraft, status: 'pending' });
  assert.deepEqual((await call('GET', '/api/ideas')).body[0], idea);
});

test('POST /api/ideas accepts an idea without expertise and optional fields', async () => {
  const { requiredExpertise, successMetrics, dependencies, ...least } = ideaDraft;
  const { status, body } = await call('POST', '/api/ideas', { body: least });
  assert.equal(status, 201);
  assert.deepEqual(body.requiredExpertise, []);
  assert.equal(body.successMetrics, null);
  assert.equal(body.dependencies, null);
  const empty = { ...least, successMetrics: '  ', dependencies: null, requiredExpertise: [] };
  assert.equal((await call('POST', '/api/ideas', { body: empty })).body.successMetrics, null);
});

test('POST /api/ideas keeps each expertise once', async () => {
  const requiredExpertise = [...expertises, ...expertises];
  const { body } = await call('POST', '/api/ideas', { body: { ...ideaDraft, requiredExpertise } });
  assert.deepEqual(body.requiredExpertise, expertises);
});

test('POST /api/ideas keeps a text that looks like JSON as text', async () => {
  const title = '{"a":1}';
  const { body } = await call('POST', '/api/ideas', { body: { ...ideaDraft, title } });
  assert.equal(body.title, title);
  assert.equal((await newest('ideas')).title, title);
});

test('POST /api/applications answers id, status, createdAt and receiptPath, and saves every field', async () => {
  const draft = { ...applicationDraft, ...applicationExtras };
  const { status, body } = await call('POST', '/api/applications', { body: draft });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['id', 'status', 'createdAt', 'receiptPath']);
  const { version: _, notes: __, ...saved } = await newest('applications');
  const { receiptPath, ...rest } = body;
  assert.deepEqual(saved, { ...draft, ...rest });
});

test('POST /api/applications accepts an application without circles and optional fields', async () => {
  const { circles, ...least } = applicationDraft;
  assert.equal((await call('POST', '/api/applications', { body: least })).status, 201);
  const saved = await newest('applications');
  assert.deepEqual(saved.circles, []);
  assert.deepEqual(saved.skills, []);
  assert.equal(saved.linkedin, null);
});

test('POST /api/applications accepts a role that the applicant has typed', async () => {
  const body = { ...applicationDraft, role: 'Field recordist' };
  assert.equal((await call('POST', '/api/applications', { body })).status, 201);
  assert.equal((await newest('applications')).role, 'Field recordist');
});

test('each public form accepts 10 submissions a minute and 60 an hour from one address', async () => {
  const limited = await startApi({ rateLimits: true });
  const send = (path: string, body: object, address = '192.0.2.7') =>
    limited.call('POST', path, { body, address });
  const sendMany = async (many: number) => {
    for (let sent = 0; sent < many; sent += 1) {
      assert.equal((await send('/api/contact', contactDraft)).status, 201);
    }
  };
  await sendMany(10);
  const refused = await send('/api/contact', contactDraft);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.equal((await send('/api/contact', contactDraft, '192.0.2.8')).status, 201);
  assert.equal((await send('/api/ideas', ideaDraft)).status, 201);
  for (let more = 0; more < 5; more += 1) {
    limited.advance(minute);
    await sendMany(10);
  }
  limited.advance(minute);
  const full = await send('/api/contact', contactDraft);
  assert.equal(full.status, 429);
  assert.equal(Number(full.headers.get('retry-after')), 54 * 60);
  limited.advance(hour);
  await sendMany(1);
});

test('a refused form does not count against the limit', async () => {
  const limited = await startApi({ rateLimits: true });
  for (let sent = 0; sent < 30; sent += 1) {
    assert.equal((await limited.call('POST', '/api/contact', { body: {} })).status, 422);
  }
  assert.equal((await limited.call('POST', '/api/contact', { body: contactDraft })).status, 201);
});

test('a submission that is repeated with its Idempotency-Key counts once against the limit', async () => {
  const limited = await startApi({ rateLimits: true });
  const send = (key: string) =>
    limited.call('POST', '/api/contact', {
      body: contactDraft,
      headers: { 'Idempotency-Key': key },
    });
  for (let sent = 0; sent < 10; sent += 1) assert.equal((await send(`key-${sent}`)).status, 201);
  for (let again = 0; again < 15; again += 1) assert.equal((await send('key-0')).status, 201);
  assert.equal((await send('one-more')).status, 429);
  limited.advance(minute);
  assert.equal((await send('one-more')).status, 201, 'a refused key is free again');
});

test('e-mail addresses in all scripts are accepted', async () => {
  for (const email of [
    'a@xn--80a1acny.xn--p1ai',
    'a&b@example.org',
    'user@müller.de',
    "o'neil+tag@mail.example.co",
    'имя@пример.рф',
  ]) {
    const { status } = await call('POST', '/api/contact', { body: { ...contactDraft, email } });
    assert.equal(status, 201, email);
  }
});

test('control characters at the ends of a text are refused, not trimmed away', async () => {
  for (const subject of ['\u000bhello', 'hello\u000c', '\u0085hello']) {
    const { status } = await call('POST', '/api/contact', { body: { ...contactDraft, subject } });
    assert.equal(status, 422);
  }
});
