import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canOpen } from '#contract/access.ts';
import { startApi } from '../../tests/harness.ts';
import { fillWithDemo } from '../store/demo.ts';

/**
 * Runs on SQLite alone (tests/run.ts looks for these words), because the guard is the same on both engines.
 * sessions.test.ts tests the sessions on both engines.
 */

const site = await startApi();
await fillWithDemo(site.db, new Date());
const { call, routes, userWithToken } = site;

/** The routes that a blog-admin may call besides the public ones. Written by hand, not derived from `routes`. */
const blogAdminMay = new Set([
  'GET /api/admin/blogs',
  'POST /api/admin/blogs',
  'POST /api/admin/preview',
  'POST /api/admin/pictures',
  'PUT /api/admin/blogs/:id',
  'DELETE /api/admin/blogs/:id',
  'GET /api/admin/manuscripts',
  'GET /api/admin/manuscripts/:id',
  'GET /api/admin/manuscripts/:id/revisions',
  'GET /api/admin/revisions/:id',
  'POST /api/admin/manuscripts',
  'PUT /api/admin/manuscripts/:id',
  'PUT /api/admin/manuscripts/:id/publication',
  'DELETE /api/admin/manuscripts/:id',
  'DELETE /api/admin/manuscripts/:id/publication',
  'GET /api/admin/connections/blogs',
  'GET /api/admin/connections/blogs/:id',
  'POST /api/admin/connections/blogs/:id/add',
  'POST /api/admin/connections/blogs/:id/remove',
  'GET /api/admin/profile',
  'PATCH /api/admin/profile',
  'GET /api/admin/profile/mail',
  'PUT /api/admin/profile/mail',
  'GET /api/admin/profile/second-factor',
  'POST /api/admin/profile/second-factor/on',
  'POST /api/admin/profile/second-factor/codes',
  'POST /api/admin/profile/second-factor/off',
  'POST /api/admin/logout',
  // The response has only the kinds of submissions that the caller may open. For a blog-admin it is empty.
  'GET /api/admin/waiting',
]);

/** Every route that needs no token. Written by hand, not derived from `routes`. */
const anonymousMay = new Set([
  'GET /api/stats',
  'GET /api/apps',
  'GET /api/pods',
  'GET /api/milestones',
  'GET /api/apps/:id',
  'GET /api/pods/:id',
  'GET /api/pods/:id/log',
  'GET /api/apps/:id/log',
  'GET /api/log',
  'GET /api/blogs',
  'GET /api/blogs/:id',
  'GET /api/blogs/:id/around',
  'GET /api/ideas',
  'GET /api/ideas/:id',
  'GET /api/lineage/apps/:id',
  'GET /api/lineage/blogs/:id',
  'GET /api/lineage/ideas/:id',
  'GET /api/lineage/pods/:id',
  'GET /api/search',
  'GET /api/presses/:id',
  'PUT /api/presses/:id',
  'POST /api/ideas/:id/follow',
  'POST /api/contact',
  'POST /api/ideas',
  'POST /api/applications',
  'POST /api/admin/login',
  'GET /api/admin/sign-in',
  'POST /api/admin/oidc/start',
  'POST /api/admin/oidc/finish',
  // A secret admits the caller: it is in the path, or in the body for the routes of invitations.
  'GET /api/receipts/:id',
  'PUT /api/receipts/:id/idea',
  'PUT /api/receipts/:id/application',
  'PUT /api/receipts/:id/contact',
  'POST /api/receipts/:id/messages',
  'POST /api/receipts/:id/withdraw',
  'DELETE /api/receipts/:id',
  'GET /api/follows/:id',
  'POST /api/follows/:id/confirm',
  'POST /api/follows/:id/end',
  'POST /api/admin/invite',
  'POST /api/admin/invite/accept',
]);

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const isOpen = (status: number) => status !== 401 && status !== 403;

const revoked = await userWithToken('admin');
await call('POST', '/api/admin/logout', { token: revoked.token });
const expired = await userWithToken('admin');
site.setTime('2026-12-15T10:00:00.000Z');
const garbage = 'x'.repeat(43);

const roles = ['admin', 'blog-admin', 'owner', ''] as const;
type Role = (typeof roles)[number];
const usualTokens = new Map<Role, string>();
for (const role of roles) usualTokens.set(role, (await userWithToken(role)).token);

test('the API has exactly the specified routes', () => {
  const staff = routes.map(nameOf).filter((name) => !anonymousMay.has(name));
  assert.deepEqual(
    new Set(routes.filter(({ access }) => access === 'public').map(nameOf)),
    anonymousMay,
  );
  assert.deepEqual(staff.toSorted(), [
    'DELETE /api/admin/applications/:id',
    'DELETE /api/admin/apps/:id',
    'DELETE /api/admin/blogs/:id',
    'DELETE /api/admin/contacts/:id',
    'DELETE /api/admin/ideas/:id',
    'DELETE /api/admin/invitations/:id',
    'DELETE /api/admin/log/:id',
    'DELETE /api/admin/mail/:id',
    'DELETE /api/admin/manuscripts/:id',
    'DELETE /api/admin/manuscripts/:id/publication',
    'DELETE /api/admin/milestones/:id',
    'DELETE /api/admin/pods/:id',
    'DELETE /api/admin/quarantine/:id',
    'DELETE /api/admin/trash/:id',
    'DELETE /api/admin/users/:id',
    'GET /api/admin/activity',
    'GET /api/admin/applications',
    'GET /api/admin/applications/:id',
    'GET /api/admin/applications/:id/history',
    'GET /api/admin/applications/:id/messages',
    'GET /api/admin/blogs',
    'GET /api/admin/connections/apps',
    'GET /api/admin/connections/apps/:id',
    'GET /api/admin/connections/blogs',
    'GET /api/admin/connections/blogs/:id',
    'GET /api/admin/connections/ideas',
    'GET /api/admin/connections/ideas/:id',
    'GET /api/admin/connections/pods',
    'GET /api/admin/connections/pods/:id',
    'GET /api/admin/contacts',
    'GET /api/admin/contacts/:id',
    'GET /api/admin/contacts/:id/history',
    'GET /api/admin/contacts/:id/messages',
    'GET /api/admin/ideas',
    'GET /api/admin/ideas/:id',
    'GET /api/admin/ideas/:id/history',
    'GET /api/admin/ideas/:id/messages',
    'GET /api/admin/ideas/:id/presses',
    'GET /api/admin/ideas/:id/related',
    'GET /api/admin/imports',
    'GET /api/admin/imports/:id',
    'GET /api/admin/invitations',
    'GET /api/admin/log',
    'GET /api/admin/mail',
    'GET /api/admin/manuscripts',
    'GET /api/admin/manuscripts/:id',
    'GET /api/admin/manuscripts/:id/revisions',
    'GET /api/admin/profile',
    'GET /api/admin/profile/mail',
    'GET /api/admin/profile/second-factor',
    'GET /api/admin/quarantine',
    'GET /api/admin/revisions/:id',
    'GET /api/admin/trash',
    'GET /api/admin/users',
    'GET /api/admin/waiting',
    'PATCH /api/admin/applications/:id/status',
    'PATCH /api/admin/contacts/:id/status',
    'PATCH /api/admin/ideas/:id/status',
    'PATCH /api/admin/profile',
    'PATCH /api/admin/several/applications',
    'PATCH /api/admin/several/contacts',
    'PATCH /api/admin/several/ideas',
    'PATCH /api/admin/users/:id',
    'POST /api/admin/applications/:id/messages',
    'POST /api/admin/apps',
    'POST /api/admin/blogs',
    'POST /api/admin/connections/apps/:id/add',
    'POST /api/admin/connections/apps/:id/remove',
    'POST /api/admin/connections/blogs/:id/add',
    'POST /api/admin/connections/blogs/:id/remove',
    'POST /api/admin/connections/ideas/:id/add',
    'POST /api/admin/connections/ideas/:id/remove',
    'POST /api/admin/connections/pods/:id/add',
    'POST /api/admin/connections/pods/:id/remove',
    'POST /api/admin/contacts/:id/messages',
    'POST /api/admin/ideas/:id/hold',
    'POST /api/admin/ideas/:id/messages',
    'POST /api/admin/import-check',
    'POST /api/admin/imports',
    'POST /api/admin/imports/:id/restore',
    'POST /api/admin/imports/:id/undo',
    'POST /api/admin/invitations',
    'POST /api/admin/invitations/:id/link',
    'POST /api/admin/log',
    'POST /api/admin/logout',
    'POST /api/admin/mail/:id/retry',
    'POST /api/admin/manuscripts',
    'POST /api/admin/milestones',
    'POST /api/admin/pictures',
    'POST /api/admin/pods',
    'POST /api/admin/preview',
    'POST /api/admin/profile/second-factor/codes',
    'POST /api/admin/profile/second-factor/off',
    'POST /api/admin/profile/second-factor/on',
    'POST /api/admin/quarantine/:id/release',
    'POST /api/admin/several/applications/delete',
    'POST /api/admin/several/contacts/delete',
    'POST /api/admin/several/ideas/delete',
    'POST /api/admin/several/restore',
    'POST /api/admin/trash/:id/restore',
    'POST /api/admin/users',
    'POST /api/admin/users/:id/second-factor/off',
    'PUT /api/admin/apps/:id',
    'PUT /api/admin/blogs/:id',
    'PUT /api/admin/ideas/:id/duplicate',
    'PUT /api/admin/log/:id',
    'PUT /api/admin/manuscripts/:id',
    'PUT /api/admin/manuscripts/:id/publication',
    'PUT /api/admin/milestones/:id',
    'PUT /api/admin/pods/:id',
    'PUT /api/admin/profile/mail',
  ]);
});

test('Hono has no route that `routes` does not declare', () => {
  const declared = new Set(routes.map(nameOf));
  const documentation = new Set(['GET /api/openapi.json', 'GET /api/docs']);
  const registered = site.api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  for (const name of registered) assert.ok(declared.has(name) || documentation.has(name), name);
  assert.equal(new Set(registered).size, declared.size + documentation.size);
});

for (const route of routes) {
  const name = nameOf(route);
  const request = (token: string | undefined, headers = {}) =>
    call(route.method, route.path.replace(':id', 'nobody-has-this'), {
      token,
      headers,
      ...(route.body && { body: {} }),
    });

  // The route for logout gets its own session, because it ends that session.
  const tokenFor = async (role: Role) =>
    name === 'POST /api/admin/logout' ? (await userWithToken(role)).token : usualTokens.get(role);

  test(`${name} admits exactly the callers that it is declared for`, async () => {
    const open = anonymousMay.has(name);
    for (const token of [undefined, garbage, '', 'x', expired.token, revoked.token]) {
      const { status, headers } = await request(token);
      assert.equal(status === 401, !open, `${token}: ${status}`);
      if (!open) assert.equal(headers.get('www-authenticate'), 'Bearer');
    }
    const login = name === 'POST /api/admin/login';
    assert.ok(login || isOpen((await request(await tokenFor('admin'))).status));
    const asBlogAdmin = await request(await tokenFor('blog-admin'));
    assert.equal(asBlogAdmin.status === 403, !open && !blogAdminMay.has(name));
    for (const role of ['owner', ''] as const) {
      const { status } = await request(await tokenFor(role));
      assert.equal(status === 403, !open && name !== 'POST /api/admin/logout');
    }
  });

  if (!anonymousMay.has(name)) {
    test(`${name} accepts its token only as a Bearer header`, async () => {
      const token = (await tokenFor('admin')) ?? '';
      const wrongHeaders: Record<string, string>[] = [
        { Authorization: token },
        { Authorization: `Basic ${token}` },
        { Authorization: `Bearer ${token}x` },
        { Authorization: `Bearer ${token},${token}` },
        { 'X-Authorization': `Bearer ${token}` },
        { Cookie: `adminToken=${token}; token=${token}` },
      ];
      for (const headers of wrongHeaders)
        assert.equal((await request(undefined, headers)).status, 401);
    });
  }
}

test('HEAD is guarded like GET', async () => {
  for (const { path } of routes.filter((route) => route.method === 'GET')) {
    const { status } = await call('HEAD', path.replace(':id', 'x'));
    assert.equal(status === 401, !anonymousMay.has(`GET ${path}`), path);
  }
});

test('a role that is not known opens no section', () => {
  for (const role of ['', 'owner', 'ADMIN', 'constructor', '__proto__', 'toString']) {
    assert.equal(canOpen(role, 'dashboard'), false);
  }
});
