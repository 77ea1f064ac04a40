import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { IdeaDraft } from '#contract/idea.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { newIdea } from '#server/store/idea.ts';
import { openStore } from '#server/store/open.ts';
import { saveTexts } from '#server/store/search-texts.ts';
import { findSimilar } from '#server/store/similar.ts';
import type { Store } from '#server/store/store.ts';
import { ideaDraft } from '../tests/drafts.ts';
import { createPostgres } from '../tests/postgres.ts';
import { median, percentile } from './load.ts';
import { folder } from './servers.ts';

/** Prints how long the search for similar ideas among 100,000 (or `BENCH_IDEAS`) takes, for several kinds of titles. */

const ideaCount = Number(process.env.BENCH_IDEAS ?? 100_000);
const runs = 200;

/** Frequent words. `wordOf` picks the first ones most often. */
const frequent =
  `the and for a to of in with that help people their from who which data tool can not have this when local time
work find care school health city small team plan water food better model share need report learn open public
community assistant prototype language information patients teachers students families farmers volunteers
library hospital energy transport bicycle garden weather translate summarise predict classify recommend
schedule review search answer question letter form office council neighbourhood older children parents nurses
doctors drivers repair waste recycling market shop bus train road river forest soil crop animal bird museum
archive music theatre sport club event map route safe early warning flood fire heat noise air quality sensor
photo video audio text speech sign easy reading simple cheap fair private secure offline mobile printer paper
record notes meeting minutes budget grant funding donation rent housing heating job training skill mentor
career course lesson exam homework essay feedback chat bot voice caption subtitle glossary`.split(
    /\s+/,
  );

/** Returns a pseudo-random number generator with a seed. */
function seededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns an invented word of two or three syllables, always the same for one `number`. */
function rareWord(number: number): string {
  const random = seededRandom(number + 1);
  const letter = (letters: string) => letters[Math.floor(letters.length * random())] ?? '';
  let word = '';
  for (let syllables = 2 + Math.floor(2 * random()); syllables > 0; syllables -= 1) {
    word += letter('bcdfghjklmnpqrstvwxz') + letter('aeiou');
    if (random() < 0.4) word += letter('lmnrst');
  }
  return word;
}

/** Returns a frequent word with a probability of 80 %, otherwise a rare word. */
const wordOf = (random: () => number): string =>
  random() < 0.8
    ? (frequent[Math.floor(frequent.length * random() ** 2)] ?? '')
    : rareWord(Math.floor(5000 * random() ** 2));

const words = (random: () => number, count: number) =>
  Array.from({ length: count }, () => wordOf(random)).join(' ');

const titleOf = (number: number): string => {
  const random = seededRandom(number * 7 + 3);
  return words(random, 4 + Math.floor(6 * random()));
};

async function fill({ db }: Store, count: number): Promise<void> {
  const begin = Date.now() - count * 1000;
  const step = 500;
  for (let done = 0; done < count; done += step) {
    const rows = Array.from({ length: Math.min(step, count - done) }, (_, at) => {
      const number = done + at;
      const random = seededRandom(number);
      const draft = IdeaDraft.parse({
        ...ideaDraft,
        title: titleOf(number),
        problemStatement: words(random, 60),
        proposedSolution: words(random, 60),
      });
      const { row } = newIdea(draft, new Date(begin + number * 1000));
      return { ...row, status: ideaStatuses[number % ideaStatuses.length] ?? 'pending' };
    });
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('ideas').values(rows).execute();
      await saveTexts(tx, 'ideas', rows);
    });
  }
}

/** Titles to search for, by their kind. The last kind shares trigrams with frequent words, but no whole word. */
const titles: Record<string, (run: number) => string> = {
  'of an idea that exists': (run) => titleOf((run * 497 + 13) % ideaCount),
  'half typed': (run) => titleOf((run * 31 + 7) % ideaCount).slice(0, 12 + (run % 30)),
  'of frequent words': (run) =>
    Array.from({ length: 6 }, (_, at) => frequent[(run * 7 + at * 5) % 40]).join(' '),
  'of rare words': (run) => Array.from({ length: 5 }, (_, at) => rareWord(run * 5 + at)).join(' '),
  'of words that no idea has': (run) => `thethe andand erething formati watering ${run}`,
};

async function measure(engine: string, store: Store): Promise<void> {
  await fill(store, ideaCount);
  for (const [kind, titleFor] of Object.entries(titles)) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const began = performance.now();
      await findSimilar(store, titleFor(run));
      times.push(performance.now() - began);
    }
    const shown = [median(times), percentile(95, times)].map((ms) => ms.toFixed(1));
    process.stdout.write(`${engine}, a title ${kind}: median ${shown[0]} ms, p95 ${shown[1]} ms\n`);
  }
  await store.close();
}

const dataDir = path.join(folder, 'similar');
mkdirSync(dataDir, { recursive: true });
await measure('SQLite', await openStore({ databaseUrl: undefined, dataDir }));
const postgres = await createPostgres({ isOnDisk: true });
await postgres.start();
await measure('PostgreSQL', await openStore({ databaseUrl: postgres.url, dataDir })).finally(
  postgres.remove,
);
