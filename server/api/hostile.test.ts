import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../tests/any-character.ts';
import { startApi } from '../../tests/harness.ts';

const { call, routes, userWithToken, logged } = await startApi();
const admin = await userWithToken('admin');
const otherAdmin = await userWithToken('admin');
const targets = routes.filter(({ path }) => path !== '/api/admin/logout');

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('\0', '\ud800', '__proto__', "'; drop table ideas;--", '%s%n', '{{7*7}}', '🐦'),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  oddText,
  fc.double(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 1e308, null, true),
);

/** Generates any JSON, or objects with the field names of the route, so that the checks of their values run too. */
const bodyFor = (fields: string[]) =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 5 }),
    fc.dictionary(fc.constantFrom(...fields, '__proto__', 'constructor', 'id'), anything, {
      maxKeys: fields.length + 2,
    }),
  );

const fieldsOf = (schema: unknown): string[] => {
  const shape = (schema as { shape?: object } | undefined)?.shape;
  return shape ? Object.keys(shape) : ['x'];
};

test('no request, however odd, is answered with 5xx', async () => {
  const request = fc.constantFrom(...targets).chain((route) =>
    fc.record({
      route: fc.constant(route),
      id: fc.oneof(oddText, fc.constantFrom('..', '%', '%00', '%ff', 'a/b', '')),
      body: bodyFor(fieldsOf(route.body)),
      match: fc.option(
        oddText.map((text) => text.replace(/[^\x20-\x7e]/g, '')),
        { nil: undefined },
      ),
      key: fc.option(
        fc.string({ maxLength: 10 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
        {
          nil: undefined,
        },
      ),
      query: oddText,
      name: fc.constantFrom('view', 'status', 'q', 'limit'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(request, async ({ route, id, body, match, key, query, name }) => {
      const safe = /^[%.\w/-]*$/.test(id) ? id : encodeURIComponent(id.toWellFormed());
      const path = route.path.replace(':id', safe);
      const { status } = await call(
        route.method,
        `${path}?${name}=${encodeURIComponent(query.toWellFormed())}${name === 'view' ? '' : '&view=page'}`,
        {
          token: admin.token,
          ...(route.body && { raw: JSON.stringify(body) ?? 'null' }),
          headers: {
            ...(match !== undefined && { 'If-Match': match }),
            ...(key !== undefined && { 'Idempotency-Key': key }),
          },
        },
      );
      assert.ok(status < 500, `${route.method} ${path} answered ${status}`);
    }),
    { numRuns: 250 },
  );
  assert.deepEqual(
    logged.filter((line) => line.includes('a request failed')),
    [],
  );
  assert.ok(!('polluted' in {}));
  assert.equal((await call('GET', '/api/admin/users', { token: otherAdmin.token })).status, 200);
});

test('malformed, deeply nested and very wide JSON answers 400 or 422', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const wide = `{${Array.from({ length: 10_000 }, (_, key) => `"k${key}":0`).join(',')}}`;
  for (const raw of [
    deep,
    `{"title":${deep}}`,
    wide,
    '{"a":1}}',
    '{',
    'NaN',
    '\ufeff{}',
    '1e999',
  ]) {
    const { status } = await call('POST', '/api/ideas', { raw });
    assert.ok(status === 400 || status === 422, `${raw.slice(0, 20)}: ${status}`);
  }
});

test('no validator takes long on 100 kB', async () => {
  for (const filling of ['a', '@', 'a@', '.', ' ', '\n', 'https://', '%', '-']) {
    const long = filling.repeat(100_000 / filling.length);
    const began = performance.now();
    await call('POST', '/api/applications', {
      body: {
        fullName: long,
        email: long,
        role: long,
        linkedin: long,
        motivation: long.slice(0, 9),
      },
    });
    assert.ok(performance.now() - began < 500, `${filling} took long`);
  }
});
