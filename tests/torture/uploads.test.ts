import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { engines, fullOrSample, isFullRun, reportFigures } from './attack.ts';
import { memoryOf, startAttacked } from './attacked.ts';

/** Returns a picture of one colour. */
const flat = (width: number, height: number, channels: 3 | 4 = 4) =>
  sharp(Buffer.alloc(width * height * channels, 90), {
    raw: { width, height, channels },
    limitInputPixels: false,
  });

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** Generates pictures at the limits and beyond them, each with the status of the expected response. */
async function* hostile(): AsyncGenerator<[name: string, body: Uint8Array, status: number]> {
  yield ['40 megapixels', await flat(7700, 5190, 3).jpeg().toBuffer(), 200];
  yield ['20 MB of noise', Buffer.alloc(20_000_000, '\xff\xd8\xffnoise', 'latin1'), 422];
  const head = (await flat(8, 8).png({ palette: false }).toBuffer()).subarray(0, 16);
  yield ['a head alone', head, 422];
  if (!isFullRun) return;
  yield ['40 interlaced', await flat(7700, 5190).png({ progressive: true }).toBuffer(), 422];
  yield ['24 interlaced', await flat(6000, 4000).png({ progressive: true }).toBuffer(), 200];
  yield ['24 as GIF', await flat(6000, 4000).gif({ effort: 1 }).toBuffer(), 200];
  yield ['8.3 as AVIF', await flat(3840, 2160).avif({ effort: 0 }).toBuffer(), 200];
  yield ['40 as WebP', await flat(7700, 5190).webp({ lossless: true, effort: 0 }).toBuffer(), 200];
  yield ['10,000 frames', await frames(10_000), 200];
  yield ['zeros behind a signature', deflateSync(Buffer.alloc(19_000_000)), 415];
}

const frames = (pages: number) =>
  sharp(Buffer.alloc(8 * 8 * pages * 3), {
    raw: { width: 8, height: 8 * pages, channels: 3, pageHeight: 8 },
    limitInputPixels: false,
  })
    .gif({ effort: 1 })
    .toBuffer();

/** Returns the id of the process that encodes a picture: the only child process, or undefined if there is none. */
const encoderOf = (server: number): string | undefined =>
  readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ')[0] || undefined;

/** Returns a size from a file of the process in /proc, in megabytes, or 0 if the process has ended. */
function megabytesOf(process: number | string | undefined, file: string, name: string): number {
  if (process === undefined) return 0;
  try {
    const sizes = readFileSync(`/proc/${process}/${file}`, 'utf8');
    return Number(sizes.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

test('hostile pictures are refused in less than 300 MB of memory, and encoding takes each process less', async (t) => {
  const { server, tokenFor } = await startAttacked('SQLite', { LOG_LEVEL: 'warn' });
  const headers = { Authorization: `Bearer ${await tokenFor('blog-admin')}` };
  const pid = server.process.pid ?? 0;
  let [most, mostOfEncoder, mostOfBoth, sent] = [0, 0, 0, 0];
  let isRefused = false;
  const watch = setInterval(() => {
    const encoder = encoderOf(pid);
    most = Math.max(most, memoryOf(server));
    mostOfEncoder = Math.max(mostOfEncoder, megabytesOf(encoder, 'status', 'VmHWM'));
    if (!isRefused) return;
    // Pss counts memory that both processes share, such as the program of Node, only once.
    const both = [pid, encoder].map((each) => megabytesOf(each, 'smaps_rollup', 'Pss'));
    mostOfBoth = Math.max(mostOfBoth, (both[0] ?? 0) + (both[1] ?? 0));
  }, 10);
  const upload = (body: BodyInit) =>
    fetch(`${server.url}/api/admin/pictures`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
  for await (const [name, body, status] of hostile()) {
    isRefused = status !== 200;
    const response = await upload(body as Uint8Array<ArrayBuffer>);
    assert.equal(response.status, status, `${name}: ${await response.text()}`);
    sent += 1;
  }
  let megabytes = 0;
  const endless = new ReadableStream({
    pull(controller) {
      megabytes += 1;
      if (megabytes > 200) controller.close();
      else controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  // The server answers 413 before it has read everything and closes the connection, so `fetch` may fail instead.
  const status = await upload(endless).then(
    (response) => response.status,
    () => 413,
  );
  assert.equal(status, 413);
  assert.ok(megabytes < 100, `${megabytes} MB were taken`);
  clearInterval(watch);
  assert.ok(most < 300, `${most} MB`);
  assert.ok(mostOfEncoder < 300, `${mostOfEncoder} MB to encode`);
  assert.ok(mostOfBoth > 0 && mostOfBoth < 300, `${mostOfBoth} MB to refuse`);
  reportFigures(t, {
    pictures: sent,
    'MB at most': Math.round(most),
    'MB at most to encode': Math.round(mostOfEncoder),
    'MB at most of both to refuse': Math.round(mostOfBoth),
  });
});

/** Returns a JPEG of noise. Noise hardly compresses, so the files that are made from it are as large as possible. */
function noise(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** The milliseconds of CPU time that a turn may take. A sample run may be on a machine that is half as fast. */
const longestAllowed = isFullRun ? 20 : 40;

for (const engine of engines) {
  test(`uploads do not hold the event loop, and another instance shows the same picture, ${engine}`, async (t) => {
    const probe = path.join(mkdtempSync(path.join(tmpdir(), 'fledge-turns-')), 'longest');
    const { server, startAnother, tokenFor } = await startAttacked(engine, {
      LOG_LEVEL: 'warn',
      TURN_PROBE: probe,
      NODE_OPTIONS: `--import ${path.resolve('tests/torture/turn-probe.ts')}`,
    });
    after(() => rmSync(path.dirname(probe), { recursive: true }));
    const headers = { Authorization: `Bearer ${await tokenFor('blog-admin')}` };
    const longestTurn = () => Number(readFileSync(probe, 'utf8'));
    const beginAgain = async () => {
      process.kill(server.process.pid ?? 0, 'SIGUSR2');
      while (longestTurn() >= 1) await nextTurn();
    };
    const kinds: [name: string, status: number, picture: () => Promise<Buffer>][] = [
      ['20 MB', 422, async () => Buffer.concat([jpegStart, randomBytes(19_999_000)])],
      ['large files', 200, () => noise(fullOrSample(1920, 1280), fullOrSample(1080, 720))],
    ];
    // A sample run takes one kind on each engine: the first kind is refused before it reaches a database. The second is
    // sent from the main thread by the driver of PostgreSQL, but written on another thread by SQLite.
    const sampled = engine === 'SQLite' ? kinds.slice(0, 1) : kinds.slice(1);
    for (const [name, status, picture] of isFullRun ? kinds : sampled) {
      // The best of several tries counts, because garbage collection can make any of them longer.
      let best = Number.POSITIVE_INFINITY;
      let responseText = '';
      for (let tries = 0; tries < fullOrSample(20, 6) && best >= longestAllowed; tries += 1) {
        const body = (await picture()) as Buffer<ArrayBuffer>;
        await beginAgain();
        const response = await fetch(`${server.url}/api/admin/pictures`, {
          method: 'POST',
          headers,
          body,
        });
        responseText = await response.text();
        assert.equal(response.status, status, responseText);
        best = Math.min(best, longestTurn());
      }
      assert.ok(best < longestAllowed, `${name}: ${best} ms`);
      reportFigures(t, { [`ms at most, ${name}`]: Math.round(best) });
      if (status === 200) await expectSame(JSON.parse(responseText).path);
    }

    /** Checks that two instances have the same file at this path. */
    async function expectSame(picturePath: string) {
      const second = await startAnother({ NODE_OPTIONS: '' });
      const [one, other] = await Promise.all(
        [server, second].map(async ({ url }) => {
          const response = await fetch(url + picturePath);
          assert.equal(response.status, 200);
          assert.match(response.headers.get('cache-control') ?? '', /immutable/);
          return Buffer.from(await response.arrayBuffer());
        }),
      );
      assert.ok(one && other?.equals(one));
      await second.end();
    }
  });
}
