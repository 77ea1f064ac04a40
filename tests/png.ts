import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';

/** Decodes a PNG as the site draws it: with an 8-bit palette, without row filters. Any other PNG fails the test. */
export function decodePng(file: Uint8Array) {
  const bytes = Buffer.from(file);
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(body), 'the checksum');
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const [header, colours, data] = [...chunks.values()] as [Buffer, Buffer, Buffer];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0]);
  const rows = inflateSync(data);
  assert.equal(rows.length, (width + 1) * height);
  const colourAt = (x: number, y: number): string => {
    const start = y * (width + 1);
    assert.equal(rows[start], 0, 'the filter of the row');
    const number = rows[start + 1 + x] ?? 0;
    assert.ok(number * 3 < colours.length, 'the palette has the colour');
    return `#${colours.toString('hex', number * 3, number * 3 + 3)}`;
  };
  return { width, height, colourAt };
}
