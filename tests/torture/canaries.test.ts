import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ideaDraft } from '../drafts.ts';
import { templateAdmin } from '../template-copies.ts';
import { enginesToAttack, fullOrSample, reportFigures } from './attack.ts';
import { startAttacked } from './attacked.ts';

/** Puts canary texts into private fields, and looks for them in public responses and in the log. */

const json = { 'Content-Type': 'application/json' };

/** Returns public paths and paths of the staff area. The test requests them without a token. */
async function publicUrls(url: string): Promise<string[]> {
  const idsOf = async (path: string) =>
    ((await (await fetch(url + path)).json()) as { id: string }[]).map(({ id }) => id);
  // A sample run looks at few apps: the canaries are in posts and in submissions.
  const apps = (await idsOf('/api/apps')).slice(0, fullOrSample(Number.POSITIVE_INFINITY, 2));
  const posts = await idsOf('/api/blogs');
  const ideas = (await idsOf('/api/ideas')).slice(0, fullOrSample(Number.POSITIVE_INFINITY, 8));
  const pods = (await idsOf('/api/pods')).slice(0, fullOrSample(Number.POSITIVE_INFINITY, 2));
  const reads = [
    'stats',
    'apps',
    'pods',
    'log',
    'milestones',
    'blogs',
    'blogs?view=summary',
    'ideas',
  ];
  const statuses = ['pending', 'under_review', 'approved', 'in_development', 'rejected'];
  const pages = ['', 'blog', 'contact', 'ideas', 'submit-idea', 'join-team', 'workflow', 'no-page'];
  const staff = ['', '/login', '/users', '/contacts', '/applications', '/ideas', '/settings'];
  return [
    ...reads.map((read) => `/api/${read}`),
    ...[
      '/api/ideas?view=page',
      '/api/ideas?view=changes',
      '/api/ideas?view=page&limit=10000',
      // Searches for the beginning of every canary.
      '/api/search?q=canary',
      '/search?q=can',
      '/api/openapi.json',
      '/api/docs',
    ],
    ...statuses.flatMap((status) => [
      `/ideas?status=${status}`,
      `/api/ideas?view=page&status=${status}`,
    ]),
    ...apps.flatMap((id) => [
      `/api/apps/${id}`,
      `/api/apps/${id}/log`,
      `/api/lineage/apps/${id}`,
      `/project/${id}`,
    ]),
    ...posts.flatMap((id) => [`/api/blogs/${id}`, `/api/blogs/${id}/around`, `/blog/${id}`]),
    ...ideas.flatMap((id) => [`/api/ideas/${id}`, `/api/presses/${id}`, `/ideas/idea-${id}`]),
    ...pods.flatMap((id) => [`/api/pods/${id}`, `/api/pods/${id}/log`, `/pods/${id}`]),
    ...pages.map((page) => `/${page}`),
    ...staff.map((page) => `/admin${page}`),
    ...[
      '/feed.xml',
      '/blog/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/.well-known/security.txt',
      '/manifest.webmanifest',
      '/icon.svg',
    ],
    ...['/healthz', '/readyz', '/api', '/api/admin', '/api/admin/users', '/api/admin/contacts'],
  ];
}

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`private texts are in no public answer and in no log line, not even a refused row, ${engine}`, async (t) => {
    const { server, db } = await startAttacked(engine, { LOG_LEVEL: 'trace' });
    const mark = `canary${randomUUID().replaceAll('-', '')}`;
    let planted = 0;
    const canary = (more = '') => {
      planted += 1;
      return `${mark}n${planted}${more}`;
    };
    const send = (method: string, path: string, body: unknown, headers = {}) =>
      fetch(server.url + path, {
        method,
        headers: { ...json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const created = async (path: string, body: unknown, headers = {}) => {
      const answer = await send('POST', path, body, headers);
      assert.ok(answer.ok, `${path}: ${answer.status}`);
      const text = await answer.text();
      assert.ok(!text.includes(mark), `the receipt of ${path}`);
      return JSON.parse(text);
    };

    const { token } = (await (await send('POST', '/api/admin/login', templateAdmin)).json()) as {
      token: string;
    };
    const staff = { Authorization: `Bearer ${token}` };
    const contact = () => ({
      name: canary(),
      email: canary('@example.org'),
      subject: canary(),
      message: canary(),
      inquiryType: 'other',
    });
    const application = () => ({
      fullName: canary(),
      email: canary('@example.org'),
      role: canary(),
      mattermostHandle: canary(),
      circles: ['Review'],
      meetsRequirements: 'Yes',
      currentlyInCircle: 'No',
      experience: canary(),
      availability: canary(),
      skills: [canary()],
      linkedin: `https://network.example/${canary()}`,
      github: `https://code.example/${canary()}`,
      portfolio: `https://${canary()}.example/`,
      motivation: canary(),
    });
    const key = canary();
    const odd = { 'Idempotency-Key': key, Cookie: canary(), Referer: `http://x/${canary()}` };
    await created('/api/contact', contact(), { ...odd, 'User-Agent': canary() });
    await created('/api/applications', application());
    const email = canary('@example.org');
    const { id, receiptPath } = await created('/api/ideas', { ...ideaDraft, email });
    const message = { text: canary() };
    const receipt = receiptPath.replace('/receipt/', '/api/receipts/');
    assert.equal((await send('POST', `${receipt}/messages`, message)).status, 201);
    const reply = { text: canary() };
    assert.equal((await send('POST', `/api/admin/ideas/${id}/messages`, reply, staff)).status, 201);
    for (const [path, body] of [
      [`/api/admin/ideas/${id}/status`, { status: 'approved', notes: canary() }],
    ] as const) {
      assert.equal((await send('PATCH', path, body, staff)).status, 200);
    }
    for (const each of await db.selectFrom('applications').select('id').execute()) {
      const path = `/api/admin/applications/${each.id}/status`;
      const review = { status: 'reviewed', notes: canary() };
      assert.equal((await send('PATCH', path, review, staff)).status, 200);
    }
    // Writes a scheduled post, and unpublished changes of a published post.
    const post = () => ({
      title: canary(),
      content: canary(),
      tags: [canary()],
      excerpt: canary(),
    });
    const draft = await created('/api/admin/manuscripts', post(), staff);
    const publication = { scheduledFor: '2999-01-01T00:00:00Z', timeZone: 'UTC' };
    const scheduled = `/api/admin/manuscripts/${draft.id}/publication`;
    assert.equal((await send('PUT', scheduled, publication, staff)).status, 200);
    const [published] = await db.selectFrom('blogs').select('id').execute();
    const changes = `/api/admin/manuscripts/${published?.id}`;
    assert.equal((await send('PUT', changes, post(), staff)).status, 200);
    const settings = { email: canary('@example.org'), wantsDigest: true };
    assert.equal((await send('PUT', '/api/admin/profile/mail', settings, staff)).status, 200);
    const user = { username: canary(), password: canary(), role: 'admin' };
    assert.equal((await send('POST', '/api/admin/users', user, staff)).status, 201);
    assert.equal((await send('POST', '/api/admin/login', user)).status, 200);

    // Causes each kind of refusal. The error message must not repeat the input.
    const refusals: [
      status: number,
      method: string,
      path: string,
      body: unknown,
      headers?: object,
    ][] = [
      [409, 'POST', '/api/contact', contact(), { 'Idempotency-Key': key }],
      [409, 'POST', '/api/admin/users', user, staff],
      [422, 'POST', '/api/contact', { ...contact(), email: canary() }],
      [422, 'POST', '/api/contact', { ...contact(), inquiryType: canary() }],
      [422, 'POST', '/api/applications', { ...application(), circles: [canary()] }],
      [400, 'POST', '/api/contact', `{"name":"${canary()}"`],
      [415, 'POST', '/api/contact', contact(), { 'Content-Type': `text/${canary()}` }],
      [413, 'POST', '/api/contact', { ...contact(), message: canary().repeat(20_000) }],
      [401, 'POST', '/api/admin/login', { username: canary(), password: canary() }],
      [401, 'POST', '/api/admin/login', { username: 'admin', password: canary() }],
      [401, 'POST', '/api/admin/pods', {}, { Authorization: `Bearer ${canary()}` }],
      [404, 'POST', '/api/nothing', contact()],
      [405, 'PUT', '/api/contact', contact()],
    ];
    for (const [status, method, path, body, headers] of refusals) {
      const answer = await send(method, path, body, headers);
      assert.equal(answer.status, status, path);
      assert.ok(!(await answer.text()).includes(mark), `${method} ${path} answered with it`);
    }

    const urls = await publicUrls(server.url);
    for (const url of urls) {
      const answer = await fetch(server.url + url);
      const response = JSON.stringify([...answer.headers]) + (await answer.text());
      assert.ok(answer.status < 500, url);
      assert.ok(!response.includes(mark), `${url} shows what is for staff`);
    }
    // A page may repeat the text of a search, but the log must not contain it.
    for (const url of [
      `/ideas?q=${canary()}`,
      `/api/ideas?view=page&q=${canary()}`,
      `/blog?q=${canary()}`,
    ]) {
      assert.equal((await fetch(server.url + url)).status, 200, url);
    }

    // The details of the error from PostgreSQL contain the whole row that it refuses.
    await sql
      .raw(
        engine === 'SQLite'
          ? "create trigger refuse before insert on contacts begin select raise(abort, 'no'); end"
          : 'alter table contacts add constraint refuse check (id is null) not valid',
      )
      .execute(db);
    const refused = await send('POST', '/api/contact', contact());
    assert.equal(refused.status, 500);
    assert.ok(!(await refused.text()).includes(mark));

    await server.end();
    const log = server.output();
    assert.match(log, /"status":201/);
    assert.match(log, /a request failed/);
    const lines = log.split('\n').filter((line) => line.includes(mark));
    assert.deepEqual(lines, [], 'the log tells what people wrote');
    for (const secret of [templateAdmin.password, token]) assert.ok(!log.includes(secret));
    reportFigures(t, {
      canaries: planted,
      answers: urls.length,
      'log lines': log.split('\n').length,
      found: 0,
    });
  });
}
