import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import path from 'node:path';
import { ideaDraft } from '../tests/drafts.ts';
import { tryFreshness } from './freshness.ts';
import { inTurns, type Load, median, tool } from './load.ts';
import { bytesOf, lighthouse, pages, renderTimes, typing } from './pages.ts';
import { endAll, folder, memoryOf, seed, startBare, startFledge, startNginx } from './servers.ts';

/**
 * `npm run bench`: how fast it is, as ratios to what the machine can do at best, measured in the same
 * minutes. Nothing here passes or fails.
 */

process.once('exit', endAll);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const say = (text = '') => console.log(text);
const ratio = (one: number, other: number | undefined) =>
  other ? (one / other).toFixed(2) : 'not there';

say(
  `# ${new Date().toISOString().slice(0, 10)}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${tool}, ${rounds} rounds in turns`,
);

const small = await seed('small', 24);
const large = await seed('large', 10_000, 10_000, 1000);
const site = await startFledge(small);
const grown = await startFledge(large);
await new Promise((resolve) => setTimeout(resolve, 3000));
const idle = memoryOf(site);

const nginx = await startNginx({
  '/': `${site.url}/`,
  '/blog': `${site.url}/blog`,
  '/api/apps': `${site.url}/api/apps`,
});

say(
  '\n| read | requests/s | p99 ms | to bare node:http, same answer | its p99 | to bare with two headers | to nginx, two workers |',
);
say('|---|---|---|---|---|---|---|');
async function compare(title: string, url: string, headers: Record<string, string> = {}) {
  const encoding = headers['accept-encoding'] ?? 'identity';
  const same = await startBare('same', url, encoding);
  const two = await startBare('small', url, encoding);
  const { pathname } = new URL(url);
  const loads: Record<string, Load> = {
    ours: { url, headers },
    same: { url: same.url, headers },
    two: { url: two.url, headers },
    ...(nginx &&
    encoding === 'identity' &&
    url.startsWith(site.url) &&
    ['/', '/blog', '/api/apps'].includes(pathname)
      ? { nginx: { url: nginx + pathname } }
      : {}),
  };
  const results = await inTurns(loads, rounds);
  const ours = results.ours ?? { perSecond: 0, p99: 0 };
  say(
    `| ${title} | ${Math.round(ours.perSecond)} | ${ours.p99.toFixed(1)} | ${ratio(ours.perSecond, results.same?.perSecond)} | ${results.same?.p99.toFixed(1)} | ${ratio(ours.perSecond, results.two?.perSecond)} | ${ratio(ours.perSecond, results.nginx?.perSecond)} |`,
  );
  same.process.kill();
  two.process.kill();
}
await compare('/', `${site.url}/`);
await compare('/ in brotli', `${site.url}/`, { 'accept-encoding': 'br' });
await compare('/blog', `${site.url}/blog`);
await compare('/api/apps', `${site.url}/api/apps`);
await compare('/api/ideas, 24', `${site.url}/api/ideas`);
await compare('/api/ideas, 10,000', `${grown.url}/api/ideas`);
await compare('/ideas, 10,000', `${grown.url}/ideas`);

const { headers } = await fetch(`${site.url}/`);
const cached = await inTurns(
  {
    whole: { url: `${site.url}/` },
    known: { url: `${site.url}/`, headers: { 'if-none-match': headers.get('etag') ?? '' } },
  },
  rounds,
);
say(
  `\n304 for /: ${Math.round(cached.known?.perSecond ?? 0)} requests/s, ${ratio(cached.known?.perSecond ?? 0, cached.whole?.perSecond)} of the whole page`,
);

const lua = path.join(folder, 'post.lua');
const body = JSON.stringify(ideaDraft);
writeFileSync(
  lua,
  `local n = 0
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
local body = ${JSON.stringify(body)}
request = function()
  n = n + 1
  wrk.headers["idempotency-key"] = "key-" .. n .. "-" .. os.time()
  wrk.headers["x-forwarded-for"] = "10." .. (math.floor(n / 65536) % 256) .. "." .. (math.floor(n / 256) % 256) .. "." .. (n % 256)
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
  `POST /api/ideas, durable, validated, limited, idempotent: ${Math.round(posts.ours?.perSecond ?? 0)} requests/s, ${ratio(posts.ours?.perSecond ?? 0, posts.bare?.perSecond)} of a bare fsynced insert`,
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
  `Memory: ${idle} MB idle, ${memoryOf(site)} MB after the load, ${memoryOf(grown)} MB with 10,000 ideas after the load`,
);
say(`Freshness: ${await tryFreshness(small, Number(process.env.BENCH_TRIES ?? 10_000))}`);

say(
  '\n| page | rendered in ms | HTML, with its styles | scripts | fonts (kB on the wire, brotli) |\n|---|---|---|---|---|',
);
const rendered = await renderTimes(small);
for (const page of pages) {
  const bytes = await bytesOf(site.url, page);
  say(
    `| ${page} | ${rendered[page]?.toFixed(1)} | ${bytes.html} | ${bytes.scripts} | ${bytes.fonts} |`,
  );
}
say(`\n${await typing(site.url, grown.url)}`);
say(`\n${await lighthouse(site.url, 3)}`);
process.exit();
