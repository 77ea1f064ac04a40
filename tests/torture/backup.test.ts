import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { backUp } from '#server/backup.ts';
import { ideaDraft } from '../drafts.ts';
import { newDatabase } from '../harness.ts';
import { newFolder, type RunningServer, startServer } from '../process/server.ts';
import {
  engines,
  enginesToAttack,
  fullOrSample,
  isFullRun,
  newDatabaseEnv,
  reportFigures,
} from './attack.ts';

const run = promisify(execFile);

const command = (location: Record<string, string>, ...args: string[]) =>
  run(process.execPath, ['dist/server/commands.js', ...args], {
    env: { PATH: process.env.PATH, ...location },
  });

/** The rows of a backup, one in each line, without its header and footer. */
const rowsIn = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n').slice(1, -2);

/** Sends ideas until the returned function is called, and adds the ids of acknowledged ones to `sent`. */
function startSending(server: RunningServer, sent: string[]): () => Promise<void> {
  let isOver = false;
  const visitor = async () => {
    while (!isOver) {
      const response = await fetch(`${server.url}/api/ideas`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(ideaDraft),
      });
      assert.equal(response.status, 201);
      sent.push(((await response.json()) as { id: string }).id);
      await wait(20);
    }
  };
  const visitors = Array.from({ length: 4 }, visitor);
  return async () => {
    isOver = true;
    await Promise.all(visitors);
  };
}

for (const engine of enginesToAttack('SQLite')) {
  test(`backup under load and restore, ${engine}`, async (t) => {
    const location = await newDatabaseEnv(engine);
    const folder = newFolder();
    const server = await startServer({ ...location, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
    const sent: string[] = [];
    const drills = fullOrSample(10, 1);
    let rows = 0;
    for (let drill = 0; drill < drills; drill += 1) {
      const stopSending = startSending(server, sent);
      const least = sent.length + fullOrSample(100, 10);
      while (sent.length < least) await wait(20);
      const acknowledged = [...sent];
      const file = path.join(folder, `${drill}.jsonl.gz`);
      await command(location, 'backup', file);
      await stopSending();
      assert.equal(statSync(file).mode & 0o077, 0, 'others can read the backup');
      const saved = rowsIn(file);
      const ids = new Set(saved.map((line) => JSON.parse(line).row.id));
      for (const id of acknowledged) assert.ok(ids.has(id), `${id} is not in the backup`);
      rows += saved.length;

      // A sample run restores only into the other engine: server/store/backup.test.ts restores into the same engine.
      for (const target of engines.filter((each) => isFullRun || each !== engine)) {
        const empty = await newDatabaseEnv(target, newDatabase);
        await command(empty, 'restore', file);
        const secondBackup = path.join(folder, `${drill}-${target}.jsonl.gz`);
        const { DATABASE_URL, DATA_DIR = '' } = empty;
        await backUp({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }, secondBackup, new Date());
        assert.deepEqual(rowsIn(secondBackup), saved);
        await assert.rejects(command(empty, 'restore', file), /There is data here already/);
        // The first drill also starts a server, to see that restored data is served.
        if (drill > 0) continue;
        const restored = await startServer({ ...empty, LOG_LEVEL: 'silent' });
        const ideas = (await (await fetch(`${restored.url}/api/ideas`)).json()) as unknown[];
        assert.equal(ideas.length, saved.filter((line) => line.includes('"table":"ideas"')).length);
        assert.doesNotMatch(restored.output(), /demo content|first admin/);
        await restored.end();
      }
    }
    await server.end();
    reportFigures(t, { drills, 'identical rows': rows, 'concurrent writes': sent.length });
  });
}
