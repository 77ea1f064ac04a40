import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ApplicationDraft } from '#contract/application.ts';
import { IdeaDraft } from '#contract/idea.ts';
import { applicationStatuses, ideaStatuses } from '#contract/vocabulary.ts';
import { newApplication } from '#server/store/application.ts';
import { newIdea } from '#server/store/idea.ts';
import { openStore } from '#server/store/open.ts';
import { saveTexts } from '#server/store/search-texts.ts';
import type { Store } from '#server/store/store.ts';
import { applicationDraft, ideaDraft } from '../tests/drafts.ts';
import { createPostgres } from '../tests/postgres.ts';
import { median, percentile } from './load.ts';
import { endAll, folder, memoryOf, type Started, startFledge } from './servers.ts';

/**
 * Prints how long lists, searches and home take, and the memory of the server, with 100, 10,000 and 100,000 ideas, on
 * SQLite and on PostgreSQL. Values after the first column are followed by their ratio to the first column.
 */

process.once('exit', endAll);
const sizes = (process.env.BENCH_SIZES ?? '100,10000,100000').split(',').map(Number);
const runs = 30;
const password = 'bench bench';

/** Returns a pseudo-random number generator with a seed, so that every run has the same texts. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns one of 2,000 made-up words. As in a language, a few words are frequent and most are rare. */
function wordOf(random: () => number): string {
  const randomInWord = randomFrom(Math.floor(2000 * random() ** 3) + 1);
  const letter = (letters: string) => letters[Math.floor(letters.length * randomInWord())] ?? '';
  let word = '';
  for (let syllables = 2 + Math.floor(3 * randomInWord()); syllables > 0; syllables -= 1) {
    word += letter('bcdfghjklmnpqrstvwxz') + letter('aeiou');
    if (randomInWord() < 0.4) word += letter('lmnrst');
  }
  return word;
}

/** Returns 50 words, and "lantern" in one of ten texts. An idea has two texts, so two of ten ideas have that word. */
function textOf(number: number): string {
  const random = randomFrom(number);
  const words = Array.from({ length: 50 }, () => wordOf(random));
  return (number % 10 === 0 ? [...words, 'lantern'] : words).join(' ');
}

async function fill({ db }: Store, ideas: number): Promise<void> {
  const begin = Date.now() - ideas * 1000;
  const step = 100;
  for (let done = 0; done < ideas; done += step) {
    const numbers = Array.from({ length: Math.min(step, ideas - done) }, (_, at) => done + at);
    const rows = numbers.map((number) => ({
      ...newIdea(
        IdeaDraft.parse({
          ...ideaDraft,
          title: `Idea number ${number}.`,
          problemStatement: textOf(number),
          proposedSolution: textOf(number + 1),
        }),
        new Date(begin + number * 1000),
      ).row,
      status: ideaStatuses[number % ideaStatuses.length] ?? 'pending',
    }));
    await db.insertInto('ideas').values(rows).execute();
    await saveTexts(db, 'ideas', rows);
  }
  const applications = Math.min(ideas, 10_000);
  for (let done = 0; done < applications; done += step) {
    const rows = Array.from({ length: Math.min(step, applications - done) }, (_, at) => ({
      ...newApplication(
        ApplicationDraft.parse({ ...applicationDraft, fullName: `Name number ${done + at}.` }),
        new Date(begin + (done + at) * 1000),
      ).row,
      status: applicationStatuses[at % applicationStatuses.length] ?? 'pending',
    }));
    await db.insertInto('applications').values(rows).execute();
    await saveTexts(db, 'applications', rows);
  }
}

type Costs = Record<string, number>;

async function measure({ url, ...rest }: Started): Promise<Costs> {
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const began = performance.now();
    const response = await fetch(url + address, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${text}`);
    return { text, took: performance.now() - began };
  };
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { token } = (await login.json()) as { token: string };
  const staff = { Authorization: `Bearer ${token}` };

  /**
   * Returns the median time of `runs` requests, without the first three. No response comes from the cache: each request
   * has a URL of its own, follows a write, or is sent with a staff token.
   */
  async function cost(
    addressOf: (run: number) => string,
    headers = {},
    prepare = async () => {},
  ): Promise<number> {
    const all: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await prepare();
      all.push((await read(addressOf(run), headers)).took);
    }
    return median(all.slice(3));
  }
  async function sendIdea(): Promise<void> {
    const response = await fetch(`${url}/api/ideas`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ideaDraft),
    });
    await response.text();
  }
  const search = (q: string) => (run: number) =>
    `/api/ideas?view=page&limit=${48 + (run % 30)}&q=${encodeURIComponent(q)}`;

  const { items } = JSON.parse((await read('/api/admin/ideas?view=page', staff)).text);
  const costs: Costs = {
    'first view of ideas after a change, ms': await cost(() => '/ideas', {}, sendIdea),
    'search, most found, ms': await cost(search('e')),
    'search, a fifth found, ms': await cost(search('lantern')),
    'search, one found, ms': await cost((run) => search(`number ${run + 7}.`)(run)),
    'search, none found, ms': await cost(search('zeppelin')),
    'search, three characters, ms': await cost(search('lan')),
    'search, one rare character, ms': await cost(search('y')),
    'staff list, ms': await cost(() => '/api/admin/ideas?view=page', staff),
    'staff list, one status, ms': await cost(
      () => '/api/admin/ideas?view=page&status=approved',
      staff,
    ),
    'staff list, next page, ms': await cost(
      () => `/api/admin/ideas?view=page&before=${items.at(-1).id}`,
      staff,
    ),
    'staff list of applications, searched, ms': await cost(
      (run) => `/api/admin/applications?view=page&q=number+${run}`,
      staff,
    ),
  };
  const wantedOf = (number: number) => {
    const random = randomFrom(number);
    const word = wordOf(random);
    const wanted = [word, `${word} ${wordOf(random)}`, `${number}.`, word.slice(0, 3)];
    return wanted[number % wanted.length] ?? '';
  };
  const searchOf = (number: number) => search(wantedOf(number))(number);
  const siteSearches: number[] = [];
  for (let number = 0; number < 200; number += 1) {
    // Every tenth query has only two characters.
    const wanted = number % 10 === 9 ? wantedOf(number).slice(0, 2) : wantedOf(number);
    const query = new URLSearchParams({ q: wanted });
    siteSearches.push((await read(`/api/search?${query}`)).took);
  }
  costs['search of the whole site, median ms'] = median(siteSearches);
  costs['search of the whole site, p95 ms'] = percentile(95, siteSearches);
  const alone: number[] = [];
  const beside: number[] = [];
  const searches: number[] = [];
  let refused = 0;
  for (let round = 0; round < 3; round += 1) {
    alone.push((await visit(read)).home);
    const together = await visit(read, (number) => searchOf(round * 1000 + number));
    beside.push(together.home);
    searches.push(together.searches);
    refused += together.refused;
  }
  costs['home alone, p99 ms'] = median(alone);
  costs['home with 50 searches a second, p99 ms'] = median(beside);
  costs['these searches, p95 ms'] = median(searches);
  costs['of 750 searches refused or failed'] = refused;
  costs['memory, MB'] = memoryOf({ url, ...rest });
  return costs;
}

/** Requests home about 50 times a second for five seconds and, with `searchOf`, as many searches at the same time. */
async function visit(
  read: (address: string) => Promise<{ took: number }>,
  searchOf?: (number: number) => string,
) {
  const [home, searches]: [number[], number[]] = [[], []];
  let refused = 0;
  const underway: Promise<unknown>[] = [];
  for (let number = 0; number < 250; number += 1) {
    underway.push(read('/').then(({ took }) => home.push(took)));
    if (searchOf) {
      const search = read(searchOf(number)).then(({ took }) => searches.push(took));
      underway.push(search.catch(() => refused++));
    }
    await setTimeout(20);
  }
  await Promise.all(underway);
  return { home: percentile(99, home), searches: percentile(95, searches), refused };
}

const postgres = await createPostgres({ isDurable: true });
process.once('exit', () => postgres.remove());
await postgres.start();

for (const engine of ['SQLite', 'PostgreSQL']) {
  const columns: Costs[] = [];
  for (const size of sizes) {
    const dataDir = path.join(folder, `${engine}-${size}`);
    mkdirSync(dataDir);
    const databaseUrl = engine === 'SQLite' ? undefined : await newDatabase(`growth_${size}`);
    const store = await openStore({ databaseUrl, dataDir });
    // `fastupdate` makes bulk inserts into GIN indexes faster. The migrations turn it off, so it is off again below.
    if (databaseUrl) await setTextIndexes(databaseUrl, 'fastupdate = on');
    await fill(store, size);
    await store.close();
    if (databaseUrl) {
      await setTextIndexes(databaseUrl, 'fastupdate = off');
      // In production, autovacuum vacuums and analyses some minutes after a bulk insert.
      await run(databaseUrl, 'vacuum analyze');
    }
    const server = await startFledge(dataDir, {
      RATE_LIMITS: 'off',
      DEMO_CONTENT: 'false',
      LOG_LEVEL: 'warn',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    columns.push(await measure(server));
    server.process.kill();
  }
  console.log(
    `\n| ${engine} | ${sizes.map((size) => `${size.toLocaleString('en')} ideas`).join(' | ')} |`,
  );
  console.log(`|---|${sizes.map(() => '---|').join('')}`);
  for (const name of Object.keys(columns[0] ?? {})) {
    const smallest = columns[0]?.[name] ?? 0;
    const cells = columns.map((costs, at) => {
      const value = costs[name] ?? 0;
      const ratio = at > 0 && smallest > 0 ? `, × ${(value / smallest).toFixed(1)}` : '';
      return `${value.toFixed(value < 100 ? 1 : 0)}${ratio}`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
await postgres.remove();
process.exit();

async function setTextIndexes(url: string, setting: string): Promise<void> {
  for (const index of ['idea_texts_index', 'idea_texts_short', 'idea_titles_index']) {
    await run(url, `alter index ${index} set (${setting})`);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function newDatabase(name: string): Promise<string> {
  await run(postgres.url, `create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}
