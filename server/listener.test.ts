import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createListener, type Listener } from './listener.ts';

/** Sends a large response to a client that `onConnect` sets up. Asserts that the server closes the connection before its end. */
async function expectCut(
  listener: Listener,
  onRequest: (socket: Socket) => void,
  onConnect: (reader: Socket) => void,
): Promise<void> {
  const much = Buffer.alloc(64 * 1024 * 1024);
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  listener.answerWith((incoming, outgoing) => {
    onRequest(incoming.socket);
    incoming.socket.once('close', () => resolve());
    outgoing.end(much);
  });
  await listener.listen(0, '127.0.0.1');
  const { port } = listener.server.address() as { port: number };
  const reader = connect(port, '127.0.0.1');
  reader.on('error', () => {});
  onConnect(reader);
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await cut;
  assert.ok(reader.bytesRead < much.length, `the client got ${reader.bytesRead} bytes`);
  reader.destroy();
  await listener.drain(1000);
}

test('a client that reads too slowly is disconnected after `longestSend`', async () => {
  let reading: NodeJS.Timeout | undefined;
  await expectCut(
    createListener({ longestSend: 400 }),
    () => {},
    (reader) => {
      reader.on('readable', () => {});
      reading = setInterval(() => reader.read(1000), 20);
    },
  );
  clearInterval(reading);
});

test('a client that reads nothing of a response is disconnected', async () => {
  const listener = createListener();
  assert.equal(listener.server.timeout, 60_000);
  // Shortens the timeout only after the request has arrived. Otherwise it could expire before that on a slow machine.
  const shorten = (socket: Socket) => socket.setTimeout(200);
  await expectCut(listener, shorten, (reader) => reader.pause());
});
