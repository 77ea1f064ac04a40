import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { migratedDatabase } from '../harness.ts';
import type { RunningServer } from '../process/server.ts';
import { engines, fullOrSample, reportFigures, seededRandom } from './attack.ts';
import {
  type Ask,
  type DatabaseLocation,
  inspect,
  killStarting,
  newLocation,
  start,
} from './location.ts';
import { idsByMark, newSubmission, type Submission, submit } from './submissions.ts';

const clients = 24;
/** The kill comes after a random number of acknowledged writes in a cycle, at most after this many. */
const mostBefore = fullOrSample(150, 60);
/** The maximum number of writes in a cycle, however late the kill comes. */
const mostWrites = 400;
/** A starting server is killed at most this many milliseconds after its start. */
const latestStart = 400;

for (const engine of engines) {
  test(`a server is killed under load and while it starts, ${engine}`, async (t) => {
    const random = seededRandom();
    const cycles = fullOrSample(200, 2);
    const location = await newLocation(engine, {}, migratedDatabase);
    const written: Submission[] = [];
    let killedStarting = 0;
    let sentAgain = 0;
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      if (cycle % 5 === 0) {
        await killStarting(location, () => wait(random() * latestStart));
        killedStarting += 1;
      } else {
        const server = await start(location);
        sentAgain += await settle(server, location, written, random);
        written.push(...(await loadAndKill(server, cycle, random)));
      }
    }
    const server = await start(location);
    sentAgain += await settle(server, location, written, random);
    await server.end();
    reportFigures(t, {
      cycles,
      'killed while starting': killedStarting,
      'writes acknowledged': written.length,
      'of them sent again after a kill': sentAgain,
      lost: 0,
      doubled: 0,
      'failed starts': 0,
    });
  });
}

/** Sends forms in parallel and kills the server meanwhile. Returns all submissions, answered or not. */
async function loadAndKill(
  server: RunningServer,
  cycle: number,
  random: () => number,
): Promise<Submission[]> {
  const sent: Submission[] = [];
  const killAt = Math.floor(random() * mostBefore);
  const pause = random() * 5;
  let acknowledged = 0;
  let isKilled = false;
  let ended: Promise<unknown> | undefined;
  const kill = async () => {
    await wait(pause);
    isKilled = true;
    return server.end('SIGKILL');
  };
  async function client(): Promise<void> {
    while (!isKilled && sent.length < mostWrites) {
      const one = newSubmission(sent.length, `kill-${cycle}-${sent.length}`);
      sent.push(one);
      try {
        assert.equal(await submit(server.url, one), 201);
      } catch (error) {
        // A write may remain without a response only if the server was killed.
        if (!isKilled || error instanceof assert.AssertionError) throw error;
        return;
      }
      acknowledged += 1;
      if (acknowledged > killAt) ended ??= kill();
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  await (ended ?? kill());
  return sent;
}

/**
 * Checks after a kill that each acknowledged write is in the database once. Then sends the unacknowledged writes
 * again, and one acknowledged write too, and checks that each write is in the database once. Returns the number of
 * unacknowledged writes.
 */
async function settle(
  server: RunningServer,
  location: DatabaseLocation,
  written: Submission[],
  random: () => number,
): Promise<number> {
  const before = await idsByMark(location);
  const isThere = (found: Map<string, string[]>, { mark }: Submission) => found.has(mark);
  const acknowledged = written.filter(({ isAcknowledged }) => isAcknowledged);
  const lost = acknowledged.filter((one) => !isThere(before, one));
  assert.deepEqual(marksOf(lost), [], 'acknowledged, and lost');
  assertOnce(before);

  const unacknowledged = written.filter(({ isAcknowledged }) => !isAcknowledged);
  const known = acknowledged[Math.floor(random() * acknowledged.length)];
  for (const one of known ? [...unacknowledged, known] : unacknowledged) {
    assert.equal(await submit(server.url, one), 201);
  }
  const after = await idsByMark(location);
  for (const { mark, id } of written) {
    // If the connection broke after the status line of the response, the id is not known.
    assert.deepEqual(after.get(mark), [id ?? after.get(mark)?.[0]], mark);
  }
  assertOnce(after);
  assert.equal(after.size, written.length, 'nothing is there that nobody sent');
  // A submission, its receipt and its facet "waiting" are written in one transaction, so their counts are equal.
  await inspect(location, async (ask) => {
    for (const table of ['receipts', "facets where value = 'waiting'"]) {
      const [row] = await ask<{ count: number | string }>(`select count(*) as count from ${table}`);
      assert.equal(Number(row?.count), written.length, table);
    }
  });
  if (known?.receiptPath) {
    const receipt = await fetch(
      `${server.url}/api/receipts/${known.receiptPath.split('/').at(-1)}`,
    );
    assert.equal(receipt.status, 200);
  }
  await inspect(location, location.DATABASE_URL ? checkPostgres : checkSqlite);
  return unacknowledged.length;
}

const marksOf = (some: Submission[]) => some.map(({ mark }) => mark);

function assertOnce(found: Map<string, string[]>): void {
  const doubled = [...found].filter(([, ids]) => ids.length !== 1);
  assert.deepEqual(doubled, [], 'there more than once');
}

async function checkSqlite(ask: Ask): Promise<void> {
  assert.deepEqual(
    (await ask('pragma integrity_check')).map((row) => ({ ...(row as object) })),
    [{ integrity_check: 'ok' }],
  );
  assert.deepEqual(await ask('pragma foreign_key_check'), []);
  await checkKeys(ask);
}

/** Checks that a sequential scan and an index scan find the same primary keys in each table. */
async function checkPostgres(ask: Ask): Promise<void> {
  const keys = await ask<{ name: string; column: string }>(
    `select table_name as name, min(column_name) as column
       from information_schema.key_column_usage
       where table_schema = 'public' and constraint_name like '%_pkey' group by table_name`,
  );
  assert.ok(keys.length > 10);
  const scans = { seqscan: 'off', indexscan: 'off', indexonlyscan: 'off', bitmapscan: 'off' };
  const keysBy = async (scan: keyof typeof scans) => {
    for (const [name, value] of Object.entries({ ...scans, [scan]: 'on' })) {
      await ask(`set enable_${name} = ${value}`);
    }
    const found: Record<string, unknown[]> = {};
    for (const { name, column } of keys) {
      found[name] = await ask(`select ${column} as key from ${name} order by ${column}`);
    }
    return found;
  };
  assert.deepEqual(await keysBy('indexscan'), await keysBy('seqscan'));
  const orphans = `select token_hash from sessions where user_id not in (select id from users)`;
  assert.deepEqual(await ask(orphans), []);
  await checkKeys(ask);
}

/** Checks that no idempotency key is stored without its response. */
async function checkKeys(ask: Ask): Promise<void> {
  assert.deepEqual(await ask(`select key from idempotency_keys where answer = ''`), []);
}
