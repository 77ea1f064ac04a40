import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdeaDraft } from '#contract/idea.ts';
import { ideaStatuses, searchKinds } from '#contract/vocabulary.ts';
import { newIdea } from '#server/store/idea.ts';
import { insertSubmission } from '#server/store/receive.ts';
import type { Store } from '#server/store/store.ts';
import { ideaDraft } from '../drafts.ts';
import { enginesToAttack, fullOrSample, maxP99, reportFigures } from './attack.ts';
import { inParallel, startAttacked } from './attacked.ts';

const ideas = fullOrSample(100_000, 200);
const requests = fullOrSample(10_000, 60);
/** The number of connections that the attacker uses at the same time. */
const connections = 30;
const visits = fullOrSample(1000, 30);

const words = 'tide harbour bird lamp choir damp diary lift window meter bread archive'.split(' ');
const wordsFrom = (number: number, count: number) =>
  Array.from({ length: count }, (_, index) => words[(number * 7 + index * 5) % words.length]);

async function fill({ write }: Store): Promise<void> {
  const begin = new Date('2026-01-01T00:00:00.000Z').getTime();
  for (let done = 0; done < ideas; done += 500) {
    await write(async (tx) => {
      for (let number = done; number < Math.min(done + 500, ideas); number += 1) {
        const draft = IdeaDraft.parse({
          ...ideaDraft,
          title: `Idea ${number} of ${wordsFrom(number, 2).join(' ')}`,
          problemStatement: wordsFrom(number + 1, 60).join(' '),
          proposedSolution: wordsFrom(number + 2, 60).join(' '),
        });
        const { row } = newIdea(draft, new Date(begin + number));
        const status = ideaStatuses[number % ideaStatuses.length] ?? 'pending';
        await insertSubmission(tx, 'ideas', { ...row, status });
      }
    });
  }
}

/** Returns a path whose response is usually not cached: a search, a filter, a page of maximum length, a whole list. */
function addressOf(number: number): string {
  const [word = '', other = ''] = wordsFrom(number, 2);
  const status = ideaStatuses[number % ideaStatuses.length];
  const q = encodeURIComponent(
    [`${word} ${number}`, `${number}`, word[0], `${word} ${other}`][number % 4] ?? '',
  );
  const before = `01a1e${String(number).padStart(3, '0').slice(-3)}-0000-7000-8000-000000000000`;
  const addresses = [
    `/ideas?q=${q}&n=${number}`,
    `/ideas?shown=384&q=${q}&status=${status}`,
    `/api/ideas?view=page&q=${q}&limit=${(number % 384) + 1}`,
    `/search?q=${q}&in=${searchKinds[number % 3]}`,
    `/api/search?q=${q}&n=${number}`,
    `/api/ideas?view=page&status=${status}&limit=384&before=${before}`,
  ];
  // Requests few whole lists, because a client takes long to read one.
  return (number % 50 === 0 ? '/api/ideas' : addresses[number % addresses.length]) ?? '';
}

for (const engine of enginesToAttack('SQLite')) {
  test(`searches, filters and whole lists delay nobody else, ${engine}`, async (t) => {
    const { server, store } = await startAttacked(engine, { LOG_LEVEL: 'warn' });
    await fill(store);
    await (await fetch(server.url)).arrayBuffer();
    const statuses = new Map<number, number>();
    let isOver = false;
    const numbers = Array.from({ length: requests }, (_, number) => number);
    const attack = inParallel(numbers, connections, async (number) => {
      const response = await fetch(server.url + addressOf(number));
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }).finally(() => {
      isOver = true;
    });
    const waits: number[] = [];
    while (waits.length < visits && !isOver) {
      const began = performance.now();
      const response = await fetch(server.url);
      await response.arrayBuffer();
      assert.equal(response.status, 200);
      waits.push(performance.now() - began);
    }
    await attack;
    const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
    assert.ok(p99 < maxP99, `others waited ${p99} ms`);
    assert.deepEqual(
      [...statuses.keys()].filter((status) => ![200, 503].includes(status)),
      [],
    );
    assert.ok((statuses.get(200) ?? 0) > requests / 10, 'few were answered');
    reportFigures(t, {
      ideas,
      requests,
      'answered busy': statuses.get(503) ?? 0,
      visits: waits.length,
      'ms at p99 for others': Math.round(p99),
    });
  });
}
