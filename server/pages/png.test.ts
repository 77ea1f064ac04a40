import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePng } from '../../tests/png.ts';
import { encodePng } from './png.ts';

test('a picture is the same after encoding and decoding', () => {
  const palette = Array.from({ length: 256 }, (_, at) => at * 0x10000 + (255 - at) * 0x100 + 7);
  const [width, height] = [256, 3];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => (at * 5) % 256);
  const decoded = decodePng(encodePng({ width, height, pixels, palette }));
  assert.deepEqual([decoded.width, decoded.height], [width, height]);
  for (const [at, number] of pixels.entries()) {
    const hex = palette[number]?.toString(16).padStart(6, '0');
    assert.equal(decoded.colourAt(at % width, Math.floor(at / width)), `#${hex}`);
  }
});
