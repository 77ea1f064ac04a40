import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import path from 'node:path';
import { ideaDraft } from '../tests/drafts.ts';
import { createPostgres } from '../tests/postgres.ts';
import { tryFreshness } from './freshness.ts';
import { inTurns, median, ratio, tool } from './load.ts';
import { bytesOf, lighthouse, pages, renderTimes, typing } from './pages.ts';
import { endAll, folder, memoryOf, seed, startBare, startFledge, startNginx } from './servers.ts';

/**
 * `npm run bench` prints the speed of the site and its ratio to bare servers, which are measured in turns with it on
 * the same machine. It has no thresholds, so no figure makes it fail.
 */

process.once('exit', endAll);
const rounds = Number(process.env.BENCH_ROUNDS ?? 11);
const say = (text = '') => console.log(text);

say(
  `# ${new Date().toISOString().slice(0, 10)}, ${platform()} ${arch()}, ` +
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `Node ${process.version}, ${tool}, ${rounds} rounds in turns`,
);

const small = await seed('small', 24);
const large = await seed('large', 10_000, 10_000, 1000);
const site = await startFledge(small);
const grown = await startFledge(large);
await new Promise((resolve) => setTimeout(resolve, 3000));
const idle = memoryOf(site);

const besideNginx = [
  { title: '/', url: `${site.url}/`, encoding: 'identity' },
  { title: '/ in brotli', url: `${site.url}/`, encoding: 'br' },
  { title: '/blog', url: `${site.url}/blog`, encoding: 'identity' },
  { title: '/api/apps', url: `${site.url}/api/apps`, encoding: 'identity' },
  { title: '/api/apps in brotli', url: `${site.url}/api/apps`, encoding: 'br' },
];
const nginx = await startNginx(besideNginx);

say(
  '\n| read | requests/s | p99 ms | to bare node:http, same answer | p99 to its p99 ' +
    '| to bare with two headers | to nginx with two workers, same answer | to nginx with few headers |',
);
say('|---|---|---|---|---|---|---|---|');
async function compare(
  title: string,
  url: string,
  encoding: string,
  nginx?: { same: string; small: string },
) {
  const same = await startBare('same', url, encoding);
  const two = await startBare('small', url, encoding);
  const headers = { 'accept-encoding': encoding };
  const loads = {
    ours: { url, headers },
    same: { url: same.url, headers },
    two: { url: two.url, headers },
    ...(nginx && { nginx: { url: nginx.same, headers }, few: { url: nginx.small, headers } }),
  };
  const { ours, ...others } = await inTurns(loads, rounds);
  say(
    `| ${title} | ${Math.round(ours.perSecond)} | ${ours.p99.toFixed(1)} ` +
      `| ${ratio('perSecond', ours, others.same)} | ${ratio('p99', ours, others.same)} ` +
      `| ${ratio('perSecond', ours, others.two)} | ${ratio('perSecond', ours, others.nginx)} ` +
      `| ${ratio('perSecond', ours, others.few)} |`,
  );
  same.process.kill();
  two.process.kill();
}
for (const [number, { title, url, encoding }] of besideNginx.entries()) {
  await compare(title, url, encoding, nginx?.[number]);
}
await compare('/api/ideas, 24', `${site.url}/api/ideas`, 'identity');
await compare('/api/ideas, 10,000', `${grown.url}/api/ideas`, 'identity');
await compare('/ideas, 10,000', `${grown.url}/ideas`, 'identity');

const { headers } = await fetch(`${site.url}/`);
const cached = await inTurns(
  {
    whole: { url: `${site.url}/` },
    known: { url: `${site.url}/`, headers: { 'if-none-match': headers.get('etag') ?? '' } },
  },
  rounds,
);
say(
  `\n304 for /: ${Math.round(cached.known.perSecond)} requests/s, ` +
    `${ratio('perSecond', cached.known, cached.whole)} of the whole page`,
);

const lua = path.join(folder, 'post.lua');
const body = JSON.stringify(ideaDraft);
writeFileSync(
  lua,
  // Each round starts at another client IP address, because the rate limits count per address.
  `local n = os.time() * 65536 % 16777216
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
local body = ${JSON.stringify(body)}
request = function()
  n = n + 1
  wrk.headers["idempotency-key"] = "key-" .. n .. "-" .. os.time()
  wrk.headers["x-forwarded-for"] = "10." .. (math.floor(n / 65536) % 256) .. "." ..
    (math.floor(n / 256) % 256) .. "." .. (n % 256)
  return wrk.format("POST", nil, nil, body)
end`,
);
const writer = await startFledge(await seed('write', 24));
const inserting = await startBare('insert', path.join(folder, 'bare.db'));
const posts = await inTurns(
  {
    ours: { url: `${writer.url}/api/ideas`, post: { lua, body } },
    bare: { url: inserting.url, post: { lua, body } },
  },
  rounds,
);
say(
  'POST /api/ideas, durable, validated, limited, idempotent: ' +
    `${Math.round(posts.ours.perSecond)} requests/s, ` +
    `${ratio('perSecond', posts.ours, posts.bare)} of a bare fsynced insert`,
);

const starts: number[] = [];
for (let number = 0; number < 5; number += 1) {
  const began = performance.now();
  const one = await startFledge(small);
  await (await fetch(`${one.url}/`)).text();
  starts.push(performance.now() - began);
  one.process.kill();
}
say(`Cold start to the first page: ${(median(starts) / 1000).toFixed(2)} s`);
say(
  `Memory: ${idle} MB idle, ${memoryOf(site)} MB after the load, ` +
    `${memoryOf(grown)} MB with 10,000 ideas after the load`,
);
const tries = Number(process.env.BENCH_TRIES ?? 10_000);
say(`Freshness: ${await tryFreshness(small, tries)}`);

const postgres = await createPostgres({ isDurable: true });
process.once('exit', () => postgres.remove());
await postgres.start();
const onPostgres = { DATABASE_URL: postgres.url };
const postgresSite = await startFledge(small, onPostgres);
for (const path of ['/', '/api/apps']) {
  const { withPostgres, withSqlite } = await inTurns(
    { withPostgres: { url: postgresSite.url + path }, withSqlite: { url: site.url + path } },
    rounds,
  );
  say(
    `On PostgreSQL, on the same cores, ${path}: ${Math.round(withPostgres.perSecond)} requests/s, ` +
      `${ratio('perSecond', withPostgres, withSqlite)} of those on SQLite`,
  );
}
postgresSite.process.kill();
say(`Freshness on PostgreSQL: ${await tryFreshness(small, tries, onPostgres)}`);
await postgres.remove();

say(
  '\n| page | rendered in ms | HTML, with its styles | scripts | fonts (kB on the wire, brotli) |\n' +
    '|---|---|---|---|---|',
);
const rendered = await renderTimes(small);
for (const page of pages) {
  const bytes = await bytesOf(site.url, page);
  say(
    `| ${page} | ${rendered[page]?.toFixed(1)} | ${bytes.html} | ${bytes.scripts} | ${bytes.fonts} |`,
  );
}
say(`\n${await typing(site.url, grown.url)}`);
say(`\n${await lighthouse(site.url, 5)}`);
process.exit();
