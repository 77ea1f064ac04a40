import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createUser } from '#server/store/user.ts';
import * as drafts from '../drafts.ts';
import { startApi } from '../harness.ts';
import {
  type EngineName,
  enginesToAttack,
  fullOrSample,
  reportFigures,
  seededRandom,
} from './attack.ts';
import { type ContentTable, contentTables, type Rows, readRows } from './attacked.ts';

/** Tests mass assignment: bodies with fields that their route does not accept. */

const cases = fullOrSample(10_000, 104);

/** Starts the API in this process, on a database of this engine. */
async function apiOn(engine: EngineName) {
  const { db, call, deps, tokenOf } = await startApi({}, engine);
  const userNamed = async (username: string, role: string) => {
    const password = 'correct horse';
    const passwordHash = await deps.passwords.hash(password);
    const { id } = await createUser(db, { username, role, passwordHash }, deps.clock());
    return { id, username, password, token: await tokenOf(username, password) };
  };
  return { db, call, clock: deps.clock, userNamed };
}

interface Target {
  route: string;
  table?: ContentTable;
  /** All fields that the route accepts, written out by hand from the specification. */
  takes: string[];
  body: object;
}

const pod = ['name', 'description', 'status', 'progress', 'teamSize', 'startDate', 'technologies'];
const appFields = [
  'name',
  'description',
  'status',
  'category',
  'technologies',
  'demoUrl',
  'githubUrl',
  'leadPicture',
  'podId',
];
const blog = [
  'title',
  'excerpt',
  'content',
  'author',
  'category',
  'tags',
  'readTime',
  'imageUrl',
  'leadPicture',
  'externalUrl',
  'featured',
  'publishedAt',
];
const log = ['podId', 'date', 'text', 'mvpHours', 'extendedHours'];
const milestone = ['title', 'description', 'date', 'type'];
const idea = [
  'title',
  'submitterName',
  'problemStatement',
  'proposedSolution',
  'targetAudience',
  'expectedImpact',
  'requiredExpertise',
  'successMetrics',
  'dependencies',
];
const application = [
  'fullName',
  'email',
  'role',
  'mattermostHandle',
  'circles',
  'meetsRequirements',
  'currentlyInCircle',
  'experience',
  'availability',
  'skills',
  'linkedin',
  'github',
  'portfolio',
  'motivation',
];

const created: Target[] = [
  {
    route: 'POST /api/contact',
    table: 'contacts',
    takes: ['name', 'email', 'subject', 'message', 'inquiryType'],
    body: drafts.contactDraft,
  },
  {
    route: 'POST /api/ideas',
    table: 'ideas',
    takes: [...idea, 'email'],
    body: drafts.ideaDraft,
  },
  {
    route: 'POST /api/applications',
    table: 'applications',
    takes: application,
    body: drafts.applicationDraft,
  },
  { route: 'POST /api/admin/pods', table: 'pods', takes: pod, body: drafts.podDraft },
  {
    route: 'POST /api/admin/apps',
    table: 'apps',
    takes: [...appFields, 'ideaId'],
    body: drafts.appDraft,
  },
  { route: 'POST /api/admin/log', table: 'log_entries', takes: log, body: drafts.logDraft },
  { route: 'POST /api/admin/blogs', table: 'blogs', takes: blog, body: drafts.blogDraft },
  {
    route: 'POST /api/admin/manuscripts',
    table: 'manuscripts',
    takes: [...blog, 'kind', 'blogVersion'],
    body: drafts.blogDraft,
  },
  {
    route: 'POST /api/admin/milestones',
    table: 'milestones',
    takes: milestone,
    body: drafts.milestoneDraft,
  },
  {
    route: 'POST /api/admin/users',
    table: 'users',
    takes: ['username', 'password', 'role', 'email'],
    body: drafts.userDraft,
  },
  {
    route: 'POST /api/admin/invitations',
    table: 'invitations',
    takes: ['username', 'email', 'role'],
    body: drafts.invitationDraft,
  },
];

const changed: Target[] = [
  {
    route: 'PUT /api/admin/pods/:id',
    table: 'pods',
    takes: [...pod, 'endDate'],
    body: drafts.podDraft,
  },
  { route: 'PUT /api/admin/apps/:id', table: 'apps', takes: appFields, body: drafts.appDraft },
  {
    route: 'PUT /api/admin/log/:id',
    table: 'log_entries',
    takes: log,
    body: drafts.logDraft,
  },
  { route: 'PUT /api/admin/blogs/:id', table: 'blogs', takes: blog, body: drafts.blogDraft },
  {
    route: 'PUT /api/admin/manuscripts/:id',
    table: 'manuscripts',
    takes: [...blog, 'kind', 'blogVersion'],
    body: drafts.blogDraft,
  },
  {
    route: 'PUT /api/admin/milestones/:id',
    table: 'milestones',
    takes: milestone,
    body: drafts.milestoneDraft,
  },
  {
    route: 'PATCH /api/admin/applications/:id/status',
    table: 'applications',
    takes: ['status', 'notes', 'ownerId', 'tell'],
    body: { status: 'reviewed' },
  },
  {
    route: 'PATCH /api/admin/ideas/:id/status',
    table: 'ideas',
    takes: ['status', 'notes', 'answer', 'ownerId', 'tell'],
    body: { status: 'under_review' },
  },
  {
    route: 'PUT /api/admin/ideas/:id/duplicate',
    table: 'ideas',
    takes: ['of'],
    body: { of: null },
  },
  {
    route: 'PATCH /api/admin/contacts/:id/status',
    table: 'contacts',
    takes: ['status', 'ownerId', 'tell'],
    body: { status: 'read' },
  },
  {
    route: 'PATCH /api/admin/users/:id',
    table: 'users',
    takes: ['username', 'role', 'password', 'email'],
    body: { username: 'target' },
  },
  {
    route: 'PATCH /api/admin/profile',
    table: 'users',
    takes: ['username', 'currentPassword', 'newPassword'],
    body: { username: 'caller' },
  },
];

/** Routes that change no row in `contentTables`. */
const unchanging: Target[] = [
  {
    route: 'POST /api/admin/login',
    takes: ['username', 'password', 'code'],
    body: { username: 'caller', password: 'correct horse' },
  },
  {
    route: 'POST /api/admin/profile/second-factor/off',
    takes: ['password'],
    body: { password: 'correct horse' },
  },
  { route: 'POST /api/admin/preview', takes: ['content'], body: { content: 'text' } },
];

/** Returns whether rows of this table need a unique username. */
const isNamed = (table = '') => ['users', 'invitations'].includes(table);

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Columns that differ between two rows from the same body: generated ones, and those from the unique username. */
const madeForEach = new Set(['id', 'uid', 'username', 'username_key', 'password_hash']);

for (const engine of enginesToAttack('SQLite')) {
  test(`a body sets no field that its route does not accept, ${engine}`, async (t) => {
    const { db, call, clock, userNamed } = await apiOn(engine);
    const caller = await userNamed('caller', 'admin');
    const target = await userNamed('target', 'blog-admin');
    const bystander = await userNamed('bystander', 'blog-admin');
    const { token } = caller;

    // Creates two rows in each table. Requests change the rows in `ids`. New rows must equal the rows in `controls`.
    const ids = new Map<string, string>();
    const controls = new Map<string, string>();
    const answers = new Map<string, string[]>();
    for (const { route, table = 'users', body } of created) {
      const [method = '', path = ''] = route.split(' ');
      for (const round of [1, 2]) {
        const own = isNamed(table) ? { username: `${table}-${round}` } : {};
        const answer = await call(method, path, { token, body: { ...body, ...own } });
        assert.equal(answer.status, 201, route);
        (round === 1 ? ids : controls).set(table, answer.body.id);
        answers.set(route, Object.keys(answer.body).toSorted());
      }
    }
    ids.set('users', target.id);
    const pathOf = ({ route, table = 'users' }: Target) =>
      route.split(' ')[1]?.replace(':id', ids.get(table) ?? '') ?? '';
    for (const each of [...changed, ...unchanging]) {
      const [method = ''] = each.route.split(' ');
      const answer = await call(method, pathOf(each), { token, body: each.body });
      assert.equal(answer.status, 200, each.route);
      answers.set(each.route, Object.keys(answer.body).toSorted());
    }

    let before = await readRows(db);
    const columns = contentTables.flatMap((table) => Object.keys(before[table][0] ?? {}));
    const pool = [
      ...new Set([
        ...columns,
        ...columns.map(camel),
        ...['token_hash', 'tokenHash', 'user_id', 'userId', 'used_at', 'usedAt', 'token'],
        ...['password', 'newPassword', 'currentPassword', 'isAdmin', 'admin', 'permissions'],
        ...['_id', 'ID', 'Id', 'Status', 'STATUS', 'status[]', 'notes.$', 'role ', 'table', 'body'],
        ...['__proto__', 'constructor', 'prototype', 'updatedAt', 'deleted', 'slug', '$set'],
      ]),
    ];
    const random = seededRandom();
    const pick = <Item>(from: readonly Item[]) => from[Math.floor(random() * from.length)] as Item;
    const values = [
      'planted',
      'approved',
      'accepted',
      'closed',
      'admin',
      'blog-admin',
      caller.id,
      bystander.id,
      '1999-01-01T00:00:00.000Z',
      '1999-01-01',
      '$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAA',
      0,
      1,
      99,
      true,
      null,
      ['planted'],
      { planted: 'planted' },
    ];
    const targets = [...created, ...changed, ...unchanging];

    for (let number = 0; number < cases; number += 1) {
      const each = targets[number % targets.length] as Target;
      const [method = ''] = each.route.split(' ');
      const { table, takes } = each;
      // A full run sends every extra field to every route. Random other fields are added.
      const keys = [
        pool[Math.floor(number / targets.length) % pool.length] as string,
        ...Array.from({ length: Math.floor(random() * pool.length) }, () => pick(pool)),
      ].filter((key) => !takes.includes(key));
      const extras = Object.fromEntries(keys.map((key) => [key, pick(values)]));
      const own =
        created.includes(each) && isNamed(each.table) ? { username: `made-${number}` } : {};
      // Builds the JSON text by hand, because assigning `__proto__` would set the prototype of an object.
      const written: [string, unknown][] = [
        ...Object.entries({ ...each.body, ...own }),
        ...keys.map((key): [string, unknown] => [key, extras[key]]),
      ];
      const raw = `{${written.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`;
      const answer = await call(method, pathOf(each), { token, raw });
      const label = `${each.route} with ${raw}`;
      assert.equal(answer.status, created.includes(each) ? 201 : 200, label);
      assert.deepEqual(Object.keys(answer.body).toSorted(), answers.get(each.route), label);

      const now = await readRows(db);
      const planted = new Set(Object.values(extras).map((value) => JSON.stringify(value)));
      if (table && created.includes(each)) {
        const row = onlyNew(before, now, table, label);
        const like = before[table].find(({ id }) => id === controls.get(table)) ?? {};
        for (const [column, value] of Object.entries(row)) {
          if (column === 'created_at') assert.equal(value, clock().toISOString(), label);
          else if (!madeForEach.has(column))
            assert.equal(value, like[column], `${column}: ${label}`);
          else assert.ok(!planted.has(JSON.stringify(value)), `${column}: ${label}`);
        }
        await db.deleteFrom(table).where('id', '=', String(row.id)).execute();
      } else if (table) {
        const id = each.route.endsWith('/profile') ? caller.id : ids.get(table);
        const row = before[table].find((one) => one.id === id);
        assert.ok(row);
        const version = Number(row.version) + 1;
        // `html_version` is the version of the post from which its saved HTML was made.
        const expected = {
          ...row,
          version,
          ...('html_version' in row && { html_version: version }),
        };
        const expectedRows = before[table].map((one) => (one === row ? expected : one));
        assert.deepEqual(now, { ...before, [table]: expectedRows }, label);
        before = now;
      } else {
        assert.deepEqual(now, before, label);
      }
      if (each.route.endsWith('/login')) {
        assert.deepEqual(
          { id: answer.body.user.id, role: answer.body.user.role },
          { id: caller.id, role: 'admin' },
        );
        assert.match(answer.body.token, /^[\w-]{43}$/);
        const sessions = await db.selectFrom('sessions').selectAll().execute();
        assert.deepEqual(new Set(sessions.map((one) => one.created_at)).size, 1, label);
        assert.ok(!sessions.some((one) => planted.has(JSON.stringify(one.token_hash))), label);
      }
    }
    reportFigures(t, { bodies: cases, routes: targets.length, keys: pool.length, 'set beyond': 0 });
  });
}

/** Returns the added row, and checks that no other row has changed. */
function onlyNew(before: Rows, now: Rows, table: ContentTable, label: string) {
  const known = new Set(before[table].map(({ id }) => id));
  const [row, ...more] = now[table].filter(({ id }) => !known.has(id));
  assert.ok(row && more.length === 0, label);
  assert.deepEqual({ ...now, [table]: now[table].filter((one) => one !== row) }, before, label);
  return row;
}

const publicEntry = ['id', ...log, 'podName', 'createdAt'];
const publicLog = ['items', 'total', 'hasMore', 'mvpHours', 'extendedHours'];
const publicIdea = ['id', ...idea, 'status', 'createdAt'];
const summary = ['id', 'version', ...blog.filter((field) => field !== 'content')];
const receipt = ['id', 'status', 'createdAt', 'receiptPath'];

const lineage = ['ideas', 'pods', 'apps', 'posts'];

/**
 * The keys of public responses, written out by hand from the specification. The routes of receipts, followers,
 * invitations and OpenID Connect are not listed.
 */
const shapes: Record<string, string[]> = {
  'GET /api/stats': ['totalApps', 'activePods', 'teamMembers', 'monthsSinceInception'],
  'GET /api/apps': ['id', ...appFields, 'createdAt', 'version'],
  'GET /api/apps/:apps': ['id', ...appFields, 'createdAt', 'version'],
  'GET /api/pods': ['id', ...pod, 'endDate', 'version'],
  'GET /api/pods/:pods': ['id', ...pod, 'endDate', 'version'],
  'GET /api/log': publicEntry,
  'GET /api/pods/:pods/log': publicLog,
  'GET /api/apps/:apps/log': publicLog,
  'GET /api/milestones': ['id', ...milestone, 'version'],
  'GET /api/blogs': ['id', ...blog, 'version'],
  'GET /api/blogs?view=summary': summary,
  'GET /api/blogs?view=page': ['items', 'total', 'isAtLeast', 'hasMore', 'featured'],
  'GET /api/blogs/:blogs': ['id', ...blog, 'contentHtml', 'version'],
  'GET /api/blogs/:blogs/around': ['newer', 'older', 'related'],
  'GET /api/ideas': publicIdea,
  'GET /api/ideas?view=page': ['items', 'total', 'counts', 'isAtLeast', 'hasMore'],
  'GET /api/ideas?view=links': ['items', 'hasMore'],
  'GET /api/lineage/blogs/:blogs': lineage,
  'GET /api/lineage/ideas/:ideas': lineage,
  'GET /api/lineage/pods/:pods': lineage,
  'GET /api/lineage/apps/:apps': [...lineage, 'newer', 'older'],
  'GET /api/ideas?view=changes': ['items'],
  'GET /api/ideas?view=similar&title=read+the+water': ['items'],
  'GET /api/ideas/:ideas': [...publicIdea, 'route', 'newer', 'older', 'sameAs'],
  'GET /api/presses/:ideas': ['meToo', 'canHelp', 'canFollow'],
  'PUT /api/presses/:ideas': ['meToo', 'canHelp', 'canFollow'],
  'GET /api/search?q=water': ['ideas', 'projects', 'pods', 'posts'],
  'POST /api/ideas': [...publicIdea, 'receiptPath'],
  'POST /api/contact': receipt,
  'POST /api/applications': receipt,
  'POST /api/admin/login': ['token', 'user'],
  'GET /api/admin/sign-in': ['oidc'],
};

for (const engine of enginesToAttack('SQLite')) {
  test(`public answers have exactly the specified keys, ${engine}`, async (t) => {
    const { call, userNamed } = await apiOn(engine);
    const { username, password, token } = await userNamed('keeper', 'admin');
    const ids: Record<string, string> = {};
    for (const { route, table = 'users', body } of created) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await call(method, path, { token, body });
      assert.equal(answer.status, 201, route);
      ids[table] = answer.body.id;
    }
    const bodies: Record<string, object> = {
      'POST /api/ideas': drafts.ideaDraft,
      'PUT /api/presses/:ideas': {
        kind: 'can-help',
        browser: '0'.repeat(32),
        isPressed: true,
        name: 'Private',
      },
      'POST /api/contact': drafts.contactDraft,
      'POST /api/applications': { ...drafts.applicationDraft, ...drafts.applicationExtras },
      'POST /api/admin/login': { username, password },
    };
    for (const [route, keys] of Object.entries(shapes)) {
      const [method = '', path = ''] = route.split(' ');
      const url = path.replace(/:(\w+)/, (_, table) => ids[table] ?? '');
      const { status, body } = await call(method, url, { body: bodies[route] });
      assert.ok(status === 200 || status === 201, `${route}: ${status}`);
      const items = Array.isArray(body) ? body : [body];
      assert.ok(items.length > 0, route);
      for (const item of items)
        assert.deepEqual(Object.keys(item).toSorted(), keys.toSorted(), route);
      for (const item of body.items ?? []) {
        const link = ['id', 'title', 'createdAt'];
        const keysOf: [part: string, keys: string[]][] = [
          ['/api/blogs', summary],
          ['view=links', link],
          ['view=similar', [...link, 'status']],
          ['/log', publicEntry],
        ];
        const keys = keysOf.find(([part]) => path.includes(part))?.[1] ?? publicIdea;
        assert.deepEqual(Object.keys(item).toSorted(), keys.toSorted(), route);
      }
      for (const group of route.includes('/search?') ? Object.values(body) : []) {
        const { items, ...rest } = group as { items: object[] };
        assert.deepEqual(Object.keys(rest), ['total', 'isAtLeast'], route);
        for (const item of items)
          assert.deepEqual(Object.keys(item), ['id', 'title', 'label', 'date', 'text'], route);
      }
      if (body.user) {
        assert.deepEqual(Object.keys(body.user).toSorted(), ['id', 'role', 'username', 'version']);
      }
    }
    for (const [method, url, body] of [
      ['GET', '/api/admin/users'],
      ['GET', '/api/nothing'],
      ['POST', '/api/contact', {}],
      ['POST', '/api/admin/login', { username, password: randomUUID() }],
    ] as const) {
      const answer = await call(method, url, { body });
      const allowed = new Set(['error', 'fields']);
      assert.ok(answer.status >= 400, url);
      assert.deepEqual(new Set(Object.keys(answer.body)).difference(allowed), new Set(), url);
    }
    reportFigures(t, { answers: Object.keys(shapes).length, 'keys too many': 0 });
  });
}
