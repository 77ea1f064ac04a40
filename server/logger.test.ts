import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './logger.ts';

test('an error is logged with its type, message, code and stack, without its other fields', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (username_key)=(ines duarte) already exists.',
    parameters: ['ines@example.org'],
    cause: new Error('ines@example.org'),
  });
  logger.error({ err: error, requestId: 'r1' }, 'a request failed');
  const { err, requestId, msg } = JSON.parse(lines[0] ?? '');
  assert.deepEqual(Object.keys(err), ['type', 'message', 'code', 'stack']);
  assert.equal(err.code, '23505');
  assert.match(err.stack, /logger\.test\.ts/);
  assert.deepEqual([requestId, msg], ['r1', 'a request failed']);
  assert.doesNotMatch(lines.join(), /ines/);
});

test('of a thrown value that is not an Error, only the type is logged', () => {
  const lines: string[] = [];
  createLogger('info', { write: (line) => lines.push(line) }).error({ err: 'a secret' }, 'odd');
  assert.deepEqual(JSON.parse(lines[0] ?? '').err, { type: 'string' });
});
