import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRoutes } from '../api/api.ts';
import type { ApiDeps } from '../api/deps.ts';
import { resourcesOf } from './resources.ts';

const nowhere = async () => new Response();
const resourceOf = resourcesOf({
  routes: listRoutes({} as ApiDeps),
  read: nowhere,
  describe: () => undefined,
  render: nowhere,
  feeds: new Map(),
  headers: [],
});

test('the same answer has the same name, whatever else its address says', () => {
  for (const [url, key] of [
    ['/api/ideas', '/api/ideas'],
    ['/api/ideas?x=1', '/api/ideas'],
    ['/api/ideas?view=x', '/api/ideas'],
    ['/api/ideas?limit=7&status=pending&q=tide', '/api/ideas'],
    ['/api/ideas?q=tide&view=page&x=1', '/api/ideas?view=page&q=tide'],
    ['/api/blogs?view=whole', '/api/blogs'],
    ['/api/blogs?view=summary', '/api/blogs?view=summary'],
    ['/api/apps?view=page', '/api/apps'],
  ] as const) {
    assert.equal(resourceOf(url)?.key, key, url);
  }
});
