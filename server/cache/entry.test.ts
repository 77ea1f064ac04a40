import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { compress, Entry, readEntryRequest } from './entry.ts';

test('a response that cannot be compressed is sent uncompressed, and compression is tried again', async () => {
  const text = 'text '.repeat(1000);
  let failures = 1;
  const entry = new Entry(
    { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) },
    {
      ...compress,
      gzip: (body) =>
        failures-- > 0 ? Promise.reject(new Error('no memory')) : compress.gzip(body),
    },
  );
  const server = createServer((incoming, outgoing) =>
    entry.send(readEntryRequest(incoming), outgoing, 'id'),
  );
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const encoding of [null, 'gzip']) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.equal(await answer.text(), text);
  }
});
