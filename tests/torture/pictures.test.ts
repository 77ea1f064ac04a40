import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { IdeaDraft } from '#contract/idea.ts';
import { newIdea } from '#server/store/idea.ts';
import { insertSubmission } from '#server/store/receive.ts';
import type { Store } from '#server/store/store.ts';
import { ideaDraft } from '../drafts.ts';
import { fullOrSample, maxP99, reportFigures } from './attack.ts';
import { inParallel, memoryOf, smallHeap, startAttacked } from './attacked.ts';

const ideas = fullOrSample(20_000, 100);
const requests = fullOrSample(100_000, 120);
/** More than the 40 pictures that are drawn or wait at a time, so that some requests are answered with 503. */
const connections = fullOrSample(45, 60);

async function fill({ write }: Store): Promise<string[]> {
  const ids: string[] = [];
  await write(async (tx) => {
    for (let number = 0; number < ideas; number += 1) {
      const title = `${number} ${'Wide words '.repeat(number % 17)}`;
      const { row } = newIdea(IdeaDraft.parse({ ...ideaDraft, title }), new Date());
      await insertSubmission(tx, 'ideas', row);
      ids.push(row.id);
    }
  });
  return ids;
}

/** Every second request has a token, so that it bypasses the cache. */
test('pictures of ideas neither fill the memory nor delay anybody else', async (t) => {
  const { server, store } = await startAttacked('SQLite', { ...smallHeap, LOG_LEVEL: 'warn' });
  const ids = await fill(store);
  const statuses = new Map<number, number>();
  let requestCount = 0;
  const attack = async (count: number) => {
    const numbers = Array.from({ length: count }, () => requestCount++);
    await inParallel(numbers, connections, async (number) => {
      const path = `/ideas/${ids[number % ids.length]}/card.png?v=${number}`;
      const headers: Record<string, string> = number % 2 ? { Authorization: 'Bearer x' } : {};
      const response = await fetch(server.url + path, { headers });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    });
    return memoryOf(server);
  };
  const before = await attack(requests / 3);
  let isOver = false;
  const rest = attack((requests * 2) / 3).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const response = await fetch(server.url);
    await response.arrayBuffer();
    assert.equal(response.status, 200);
    waits.push(performance.now() - began);
    await wait(5);
  }
  const after = await rest;
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
  assert.ok(after - before < 50, `from ${before} to ${after} MB`);
  assert.ok(p99 < maxP99, `others waited ${p99} ms`);
  assert.deepEqual([...statuses.keys()].sort(), [200, 503]);
  reportFigures(t, {
    requests,
    drawn: statuses.get(200) ?? 0,
    'answered busy': statuses.get(503) ?? 0,
    'MB more': Math.round(after - before),
    'ms at p99 for others': Math.round(p99),
  });
});
