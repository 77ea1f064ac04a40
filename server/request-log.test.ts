import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './logger.ts';
import { createRequestLog } from './request-log.ts';

test('the log hides the secret in the path of a private page and in the API paths of its data', () => {
  const lines: string[] = [];
  const log = createRequestLog(createLogger('info', { write: (line) => void lines.push(line) }));
  const secret = 'f'.repeat(40);
  for (const [path, logged] of Object.entries({
    [`/receipt/${secret}`]: '/receipt/:id',
    [`/follow/${secret}`]: '/follow/:id',
    [`/Follow/${secret}/`]: '/Follow/:id/',
    [`/api/receipts/${secret}/messages`]: '/api/receipts/:id/messages',
    [`/API/follows/${secret}/end`]: '/API/follows/:id/end',
    '/ideas/a-map-of-owls-0190': '/ideas/a-map-of-owls-0190',
  })) {
    log({ requestId: '', method: 'GET', path, status: 200, began: performance.now() });
    assert.equal(JSON.parse(lines.at(-1) ?? '').path, logged);
  }
});
