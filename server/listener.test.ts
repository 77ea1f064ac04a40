import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createListener } from './listener.ts';

test('whoever takes nothing of an answer is let go', async () => {
  const listener = createListener();
  assert.equal(listener.server.timeout, 60_000);
  listener.server.timeout = 200;
  const much = Buffer.alloc(64 * 1024 * 1024);
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  listener.answerWith((incoming, outgoing) => {
    incoming.socket.once('close', () => resolve());
    outgoing.end(much);
  });
  await listener.listen(0, '127.0.0.1');
  const { port } = listener.server.address() as { port: number };
  const reader = connect(port, '127.0.0.1');
  reader.on('error', () => {});
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await cut;
  reader.destroy();
  await listener.drain(1000);
});
