import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../tests/harness.ts';

const { call, routes, userWithToken } = await startApi();

test('GET /api/openapi.json describes every route, in OpenAPI 3.1', async () => {
  const { status, body } = await call('GET', '/api/openapi.json');
  assert.equal(status, 200);
  assert.match(body.openapi, /^3\.1\./);
  for (const { method, path, access, body: input, takesBytes, status: success, errors } of routes) {
    const operation = body.paths[path.replace(':id', '{id}')]?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${path}`);
    assert.equal(Boolean(operation.security), access !== 'public');
    assert.equal(Boolean(operation.requestBody), input !== undefined || takesBytes);
    assert.deepEqual(Object.keys(operation.responses).map(Number), [success, ...errors]);
    const headers = operation.parameters.map(({ name }: { name: string }) => name);
    assert.equal(headers.includes('If-Match'), errors.includes(412), `${method} ${path}`);
  }
});

test('429 is documented for exactly the routes that have a limit', async () => {
  const { body } = await call('GET', '/api/openapi.json');
  const limited = routes.filter(
    ({ method, path }) =>
      body.paths[path.replace(':id', '{id}')][method.toLowerCase()].responses[429],
  );
  const receipts = routes.filter(({ path }) => path.startsWith('/api/receipts/'));
  assert.deepEqual(new Set(receipts).difference(new Set(limited)), new Set());
  const others = limited.filter((route) => !receipts.includes(route));
  assert.deepEqual(others.map(({ method, path }) => `${method} ${path}`).sort(), [
    'GET /api/follows/:id',
    'PATCH /api/admin/profile',
    'POST /api/admin/invite',
    'POST /api/admin/invite/accept',
    'POST /api/admin/login',
    'POST /api/admin/oidc/finish',
    'POST /api/admin/oidc/start',
    'POST /api/admin/profile/second-factor/codes',
    'POST /api/admin/profile/second-factor/off',
    'POST /api/admin/profile/second-factor/on',
    'POST /api/applications',
    'POST /api/contact',
    'POST /api/follows/:id/confirm',
    'POST /api/follows/:id/end',
    'POST /api/ideas',
    'POST /api/ideas/:id/follow',
    'PUT /api/presses/:id',
  ]);
});

test('only the public forms take X-Form-Trap; they and messages to staff take an Idempotency-Key', async () => {
  const { body } = await call('GET', '/api/openapi.json');
  const taking = (header: string) =>
    Object.entries<{ post?: { parameters: { name: string }[] } }>(body.paths)
      .filter(([, { post }]) => post?.parameters.some(({ name }) => name === header))
      .map(([path]) => path);
  const submissions = ['/api/ideas', '/api/applications', '/api/contact'];
  assert.deepEqual(taking('X-Form-Trap'), submissions);
  const keyed = taking('Idempotency-Key').filter((path) => !path.startsWith('/api/admin/'));
  assert.deepEqual(keyed, [...submissions, '/api/receipts/{id}/messages']);
});

test('the document names the content types of every list that can be exported', async () => {
  const { body } = await call('GET', '/api/openapi.json');
  const { token } = await userWithToken('admin');
  const exported = routes.filter(
    ({ method, query }) => method === 'GET' && query?.view?.normalise('csv') === 'csv',
  );
  assert.equal(exported.length, 3);
  for (const { path } of exported) {
    const documented = Object.keys(body.paths[path].get.responses[200].content);
    const types = ['?view=page', '?view=csv'].map(async (view) => {
      const { headers } = await call('GET', path + view, { token });
      return headers.get('content-type')?.split(';')[0];
    });
    assert.deepEqual(documented, await Promise.all(types), path);
  }
});

test('every reference in the document resolves', async () => {
  const { body } = await call('GET', '/api/openapi.json');
  const references = JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  const names = new Set([...references].map(([, name]) => name ?? ''));
  assert.ok(names.size > 20);
  for (const name of names) assert.ok(body.components.schemas[name], name);
  assert.ok(!JSON.stringify(body).includes('$defs'));
});

test('the document has the fields and limits of the contract', async () => {
  const { body } = await call('GET', '/api/openapi.json');
  const { IdeaDraft, PublicIdea, Idea } = body.components.schemas;
  assert.deepEqual(IdeaDraft.required, [
    'title',
    'submitterName',
    'problemStatement',
    'proposedSolution',
    'targetAudience',
    'expectedImpact',
  ]);
  assert.equal(IdeaDraft.properties.title.maxLength, 200);
  assert.ok(!('notes' in PublicIdea.properties) && 'notes' in Idea.properties);
  const { requestBody } = body.paths['/api/admin/imports'].post;
  assert.deepEqual(requestBody['x-first-line'], { $ref: '#/components/schemas/ImportOrder' });
});

test('GET /api/docs is one page without other files', async () => {
  const { status, body, headers } = await call('GET', '/api/docs');
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.doesNotMatch(body, /<script|<link|<img|style="/);
  assert.match(headers.get('content-security-policy') ?? '', /style-src 'sha256-/);
  for (const { path } of routes) assert.ok(body.includes(path.replace(':id', '{id}')), path);
});
