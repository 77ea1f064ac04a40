import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createListener } from '../listener.ts';
import { Head } from './head.ts';

const headers = { 'content-type': 'text/plain', 'content-length': '4', etag: '"tag"' };
const heads = { 200: new Head(200, headers), 304: new Head(304, { etag: '"tag"' }) };
let ownWay = 0;

/** The same answer by a ready head, and under /node by Node itself. */
const listener = createListener();
listener.answerWith((incoming, outgoing) => {
  const { url = '' } = incoming;
  const status = url.endsWith('known') ? 304 : 200;
  if (url.endsWith('last')) outgoing.setHeader('Connection', 'close');
  if (url.startsWith('/node')) {
    const own = status === 304 ? { etag: '"tag"' } : headers;
    outgoing.writeHead(status, { ...own, 'x-request-id': 'id' });
  } else {
    const { writeHead } = outgoing;
    outgoing.writeHead = ((...head: Parameters<typeof writeHead>) => {
      ownWay += 1;
      return writeHead.apply(outgoing, head);
    }) as typeof writeHead;
    heads[status].write(outgoing, 'id');
  }
  assert.equal(outgoing.statusCode, status);
  outgoing.end(status === 304 || incoming.method === 'HEAD' ? undefined : 'body');
});
await listener.listen(0, '127.0.0.1');
after(() => listener.drain(1000));
const { port } = listener.server.address() as { port: number };

/** All that comes for it until the connection is closed. */
const sent = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.replaceAll(/Date: .+? GMT/g, 'Date: now')));
  });

const last = (at: string) => `GET ${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

/** Each ends with a request that closes the connection. */
const requests: Record<string, (at: string) => string> = {
  'a last one': last,
  'one that is made the last': (at) => `GET ${at}/last HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an old client': (at) => `GET ${at}/ HTTP/1.0\r\n\r\n`,
  'one of several': (at) => `GET ${at}/ HTTP/1.1\r\nHost: x\r\n\r\n${last(at)}`,
  'several at once': (at) => `${`GET ${at}/ HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5)}${last(at)}`,
  'the head alone': (at) => `HEAD ${at}/ HTTP/1.1\r\nHost: x\r\n\r\n${last(at)}`,
  'what is known': (at) => `GET ${at}/known HTTP/1.1\r\nHost: x\r\n\r\n${last(at)}`,
  'an old client that stays': (at) =>
    `GET ${at}/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${last(at)}`,
  'whoever waits to be told to go on': (at) =>
    `GET ${at}/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab${last(at)}`,
};

for (const [what, request] of Object.entries(requests)) {
  test(`a ready head is what Node would send, to the byte: ${what}`, async () => {
    ownWay = 0;
    const ready = await sent(request('/ready'));
    assert.match(
      ready,
      /^HTTP\/1.1 (200 OK|304 Not Modified|100 Continue)\r\n.+x-request-id: id\r\nDate: now\r\n/s,
    );
    assert.equal(ready, await sent(request('/node')));
    assert.equal(ownWay, 1, 'only what closes the connection is left to Node');
  });
}

test('the time is that of the answer', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`);
  assert.ok(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now()) < 2000);
});

test('a header that would end the line is refused before it is kept', () => {
  assert.throws(() => new Head(200, { location: '/a\r\nset-cookie: b' }), /Invalid character/);
  assert.throws(() => new Head(200, { 'a: b': 'c' }), /valid HTTP token/);
});
