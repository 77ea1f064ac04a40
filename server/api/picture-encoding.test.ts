import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { readPicturePath, sizesOf } from '#contract/picture-path.ts';
import { startApi } from '../../tests/harness.ts';
import { bytesOf, drawPicture, uploadTo } from '../../tests/pictures.ts';
import { Unavailable } from '../errors.ts';
import { createEncoder } from '../pictures/encode.ts';
import { readPictureFile } from '../store/picture.ts';

/**
 * Tests how uploaded pictures are encoded or refused. Runs on SQLite alone (tests/run.ts looks for these words),
 * because pictures.test.ts tests on both engines how pictures are stored.
 */

const site = await startApi();
const { db } = site;
const { token } = await site.userWithToken('blog-admin');
const { upload, uploadAccepted } = uploadTo(site, token);
const plain = await bytesOf(drawPicture(60, 40).png());

test('POST /api/admin/pictures stores three widths in two formats, upright and without metadata', async () => {
  // The left half of the pixels is red. The EXIF orientation turns the picture, so that the upper half is red.
  const photo = await bytesOf(
    drawPicture(100, 2000, '#00f')
      .composite([{ input: await drawPicture(50, 2000, '#f00').png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Private words' } })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg(),
  );
  assert.ok(Buffer.from(photo).includes('Private words'));
  const { status, body } = await upload(photo, { 'Content-Type': 'text/html' });
  assert.equal(status, 200);
  assert.deepEqual([body.width, body.height], [1920, 96]);
  const named = readPicturePath(body.path);
  assert.ok(named);
  const sizes = sizesOf(named);
  assert.deepEqual(
    sizes.map(({ width }) => width),
    [640, 1280, 1920],
  );
  for (const { width, height } of sizes) {
    for (const format of ['avif', 'webp']) {
      const path = `/pictures/${named.hash}-${width}x${height}.${format}`;
      const file = await readPictureFile(db, path);
      assert.ok(file, path);
      assert.ok(!Buffer.from(file).includes('Private'));
      const found = await sharp(file).metadata();
      assert.deepEqual([found.width, found.height], [width, height]);
      assert.equal(found.format, format === 'avif' ? 'heif' : 'webp');
      assert.deepEqual(
        [found.exif, found.xmp, found.orientation],
        [undefined, undefined, undefined],
      );
      const pixels = await sharp(file).removeAlpha().raw().toBuffer();
      const [red = 0, , blue = 0] = pixels.subarray((width - 1) * 3);
      assert.ok(red > 200 && blue < 50, 'the upper right corner is red');
    }
  }
});

test('transparent pictures stay transparent; GIF, WebP and AVIF are accepted', async () => {
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } });
  for (const format of ['png', 'gif', 'webp', 'avif'] as const) {
    const path = await uploadAccepted(await bytesOf(clear.clone().toFormat(format)));
    const file = await readPictureFile(db, path);
    assert.equal((await sharp(file).metadata()).hasAlpha, true, format);
  }
});

/** Returns a PNG whose header claims this size. `rows` are the bytes of its IDAT chunk. */
function pngOf(
  width: number,
  height: number,
  rows: Uint8Array,
  { extra = [] as Uint8Array[], isInterlaced = false } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, Number(isInterlaced)], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', rows),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const lengthAndCrc = Buffer.alloc(8);
  lengthAndCrc.writeUInt32BE(data.byteLength, 0);
  lengthAndCrc.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([lengthAndCrc.subarray(0, 4), body, lengthAndCrc.subarray(4)]);
}

const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

for (const [name, body, status, error] of [
  ['nothing', '', 415, /empty/],
  ['SVG', svg, 415, /SVG/],
  ['SVG with a declaration', `<?xml version="1.0"?>\n<!-- -->\n${svg}`, 415, /SVG/],
  ['HTML', html, 415, /not a picture/],
  ['a PDF', '%PDF-1.7 and so on', 415, /not a picture/],
  ['a TIFF', 'II*\0and so on', 415, /not a picture/],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1', 415, /HEIC/],
  ['a GIF that is HTML', `GIF89a/*${html}*/`, 422, /damaged/],
  ['a JPEG that is HTML', `\xff\xd8\xff\xe0${html}`, 422, /damaged/],
  ['SVG behind the start of a PNG', `\x89PNG\r\n\x1a\n${svg}`, 422, /damaged/],
  [
    'a picture that ends early',
    Buffer.from(plain).subarray(0, 90).toString('latin1'),
    422,
    /damaged/,
  ],
] as const) {
  test(`${name} is refused`, async () => {
    const answer = await upload(Buffer.from(body, 'latin1'));
    assert.equal(answer.status, status);
    assert.match(answer.body.error, error);
  });
}

test('a picture with too many pixels is refused by its header, before it is decoded', async () => {
  const rows = deflateSync(new Uint8Array(1000));
  const bomb = await upload(pngOf(60_000, 60_000, rows));
  assert.equal(bomb.status, 422);
  assert.match(bomb.body.error, /3600\.0 megapixels; one like it may have 40/);
  const interlaced = await upload(pngOf(7700, 5190, rows, { isInterlaced: true }));
  assert.equal(interlaced.status, 422);
  assert.match(interlaced.body.error, /40\.0 megapixels; one like it may have 24/);
});

test('an encoded picture contains nothing but its pixels', async () => {
  const words = deflateSync(Buffer.alloc(10_000_000, html));
  const text = chunk('zTXt', Buffer.concat([Buffer.from('note\0\0'), words]));
  const picture = pngOf(40, 40, deflateSync(new Uint8Array(41 * 40)), { extra: [text] });
  for (const raw of [Buffer.concat([plain, Buffer.from(html)]), picture]) {
    const { status, body } = await upload(raw);
    // The decoder may also refuse the picture.
    if (status === 422) continue;
    const file = await readPictureFile(db, body.path);
    assert.ok(file && !Buffer.from(file).includes('script'));
  }
});

test('a body of more than 20 MB is refused, with or without Content-Length', async () => {
  const huge = { 'Content-Length': '200000000' };
  assert.equal((await upload(plain, huge)).status, 413);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  const answer = await upload(endless);
  assert.equal(answer.status, 413);
  assert.match(answer.body.error, /20,000,000 bytes/);
  assert.ok(sent < 30, `${sent} MB were read`);
});

test('a third upload in parallel gets 503 with Retry-After', async () => {
  const release = Promise.withResolvers<void>();
  const busy = await startApi({
    encodePicture: async () => {
      await release.promise;
      throw new Unavailable();
    },
  });
  const { token } = await busy.userWithToken('admin');
  const all = Array.from({ length: 3 }, () =>
    busy.call('POST', '/api/admin/pictures', { token, raw: plain }),
  );
  const first = await Promise.race(all);
  assert.equal(first.status, 503);
  assert.ok(first.headers.get('retry-after'));
  release.resolve();
  await Promise.all(all);
});

test('an encoding that exceeds its time limit is aborted', async () => {
  await assert.rejects(createEncoder({ timeLimit: 1 })(plain), /takes too long/);
});

test('a picture whose encoder crashes half-way is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-encoder-'));
  const program = path.join(folder, 'crash.mjs');
  writeFileSync(
    program,
    `process.send({ size: { width: 1, height: 1 } }, () => process.kill(process.pid, 'SIGSEGV'));`,
  );
  await assert
    .rejects(createEncoder({ program })(plain), /damaged/)
    .finally(() => rmSync(folder, { recursive: true }));
});
