import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { readPicturePath, sizesOf } from '#contract/picture-path.ts';
import { appDraft, plainBlogDraft } from '../../tests/drafts.ts';
import { day, startApi } from '../../tests/harness.ts';
import { Unavailable } from '../errors.ts';
import { createEncoder } from '../pictures/encode.ts';
import { readPictureFile } from '../store/picture.ts';
import { sweep } from '../store/sweep.ts';

const site = await startApi();
const { call, db, deps } = site;
const { token } = await site.userWithToken('blog-admin');
const admin = await site.userWithToken('admin');

const upload = (raw: Uint8Array | ReadableStream, headers = {}) =>
  call('POST', '/api/admin/pictures', { token, raw: raw as BodyInit, headers });

const kept = async (raw: Uint8Array): Promise<string> => {
  const { status, body } = await upload(raw);
  assert.equal(status, 200, JSON.stringify(body));
  return body.path;
};

const drawn = (width: number, height: number, background = '#0a6') =>
  sharp({ create: { width, height, channels: 3, background } });

const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
const plain = await bytesOf(drawn(60, 40).png());

test('POST /api/admin/pictures keeps three widths in two formats, upright and without metadata', async () => {
  // The left half of the pixels is red. The EXIF orientation turns the picture, so that the upper half is red.
  const photo = await bytesOf(
    drawn(1200, 2000, '#00f')
      .composite([{ input: await drawn(600, 2000, '#f00').png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Private words' } })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg(),
  );
  assert.ok(Buffer.from(photo).includes('Private words'));
  const { status, body } = await upload(photo, { 'Content-Type': 'text/html' });
  assert.equal(status, 200);
  assert.deepEqual([body.width, body.height], [1920, 1152]);
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

test('a small picture is not enlarged, and the same one again is stored once', async () => {
  const path = await kept(plain);
  assert.match(path, /^\/pictures\/[0-9a-f]{32}-60x40\.webp$/);
  const count = async () => (await db.selectFrom('picture_files').select('hash').execute()).length;
  const before = await count();
  assert.equal(await kept(plain), path);
  assert.equal(await count(), before);
});

test('transparent pictures stay transparent; GIF, WebP and AVIF are taken', async () => {
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } });
  for (const format of ['png', 'gif', 'webp', 'avif'] as const) {
    const path = await kept(await bytesOf(clear.clone().toFormat(format)));
    const file = await readPictureFile(db, path);
    assert.equal((await sharp(file).metadata()).hasAlpha, true, format);
  }
});

/** Returns a PNG whose header claims this size. `rows` are the bytes of its IDAT chunk. */
function pngOf(width: number, height: number, rows: Uint8Array, extra: Uint8Array[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
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
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.byteLength, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
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

test('pictures with too many pixels are refused by their head alone', async () => {
  const bomb = pngOf(60_000, 60_000, deflateSync(new Uint8Array(1000)));
  const answer = await upload(bomb);
  assert.equal(answer.status, 422);
  assert.match(answer.body.error, /3600\.0 megapixels; one like it may have 40/);
});

test('a picture keeps nothing that stands beside its pixels', async () => {
  const words = deflateSync(Buffer.alloc(10_000_000, html));
  const text = chunk('zTXt', Buffer.concat([Buffer.from('note\0\0'), words]));
  const picture = pngOf(40, 40, deflateSync(new Uint8Array(41 * 40)), [text]);
  for (const raw of [Buffer.concat([plain, Buffer.from(html)]), picture]) {
    const { status, body } = await upload(raw);
    // The decoder may also refuse the picture.
    if (status === 422) continue;
    const file = await readPictureFile(db, body.path);
    assert.ok(file && !Buffer.from(file).includes('script'));
  }
});

test('a body of more than 20 MB is refused, announced or not', async () => {
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

test('two pictures at a time, and the next is told to come back', async () => {
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

test('a picture that takes too long is given up', async () => {
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

test('posts and projects have a lead picture, with words or declared as decorative', async () => {
  const path = await kept(plain);
  const leadPicture = { path, alt: 'A green field' };
  for (const [kind, draft] of [
    ['blogs', plainBlogDraft],
    ['apps', appDraft],
  ] as const) {
    const address = `/api/admin/${kind}`;
    const made = await call('POST', address, {
      token: admin.token,
      body: { ...draft, leadPicture },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const files = (format: string) => `${path.replace('webp', format)} 60w`;
    const shown = {
      ...leadPicture,
      ...{ width: 60, height: 40 },
      ...{ avif: files('avif'), webp: files('webp') },
    };
    assert.deepEqual(made.body.leadPicture, shown);
    const put = async (body: object) =>
      (
        await call('PUT', `${address}/${made.body.id}`, {
          token: admin.token,
          body: { ...draft, ...body },
        })
      ).body;
    assert.deepEqual((await put({})).leadPicture, shown, 'a missing field stays');
    const decorative = { path, alt: '' };
    assert.equal((await put({ leadPicture: decorative })).leadPicture.alt, '');
    assert.equal(
      (await put({ leadPicture: { path } })).fields.leadPicture,
      'Describe the picture, or say that it is decorative.',
    );
    assert.equal((await put({ leadPicture: null })).leadPicture, null);
  }
});

test('a picture is deleted after a month in which nothing shows it', async () => {
  const paths: string[] = [];
  for (const colour of ['#111', '#222', '#333']) {
    paths.push(await kept(await bytesOf(drawn(8, 8, colour).png())));
  }
  const [inText, asLead, unused] = paths;
  assert.ok(inText && asLead && unused);
  const post = { ...plainBlogDraft, content: `![](${inText})` };
  assert.equal((await call('POST', '/api/admin/blogs', { token, body: post })).status, 201);
  const app = { ...appDraft, leadPicture: { path: asLead, alt: '' } };
  await call('POST', '/api/admin/apps', { token: admin.token, body: app });
  const remaining = async () =>
    Promise.all(
      [inText, asLead, unused].map(async (path) => (await readPictureFile(db, path)) !== undefined),
    );
  const sweepAll = async () => {
    for (let time = 0; time < 5; time += 1) {
      const keepMonths = { contacts: null, applications: null } as never;
      await sweep(db, deps.clock(), keepMonths, (error) => assert.fail(String(error)));
    }
  };
  site.advance(29 * day);
  await sweepAll();
  assert.deepEqual(await remaining(), [true, true, true]);
  site.advance(2 * day);
  await sweepAll();
  assert.deepEqual(await remaining(), [true, true, false]);
  const orphans = await db
    .selectFrom('picture_files')
    .leftJoin('pictures', 'pictures.hash', 'picture_files.hash')
    .select('picture_files.hash')
    .where('pictures.hash', 'is', null)
    .execute();
  assert.deepEqual(orphans, []);
});
