import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ideaDraft } from '../../tests/drafts.ts';
import { newDatabase } from '../../tests/harness.ts';
import { backUp, restore } from '../backup.ts';
import { tables as backedUp } from './backup.ts';
import { fillWithDemo } from './demo.ts';
import { listIdeas, newIdea } from './idea.ts';
import { migrationNames } from './migrations/migrations.ts';
import { openStore } from './open.ts';
import { receive } from './receive.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const place = await newDatabase();
const store = await openStore(place);
await fillWithDemo(store.db, now);
const file = path.join(place.dataDir, 'backup.jsonl.gz');
await backUp(place, file, now);
const lines = gunzipSync(readFileSync(file)).toString().split('\n');
const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
await store.close();

/** A backup with these lines, and an empty place to restore it into. */
async function restoreOf(changed: string[]) {
  const empty = await newDatabase();
  const damaged = path.join(empty.dataDir, 'changed.jsonl.gz');
  writeFileSync(damaged, gzipSync(changed.join('\n')));
  return { empty, restoring: restore(empty, damaged) };
}

test('every table is in a backup', () => {
  const saved = new Set(lines.slice(1, -2).map((line) => JSON.parse(line).table));
  const filled = tables.filter((name) => !name.startsWith('kysely_') && name !== 'quarantine');
  const empty = ['users', 'sessions', 'idempotency_keys', 'rate_limits'];
  assert.deepEqual(
    [...saved].toSorted(),
    filled.filter((name) => !empty.includes(name)).toSorted(),
  );
  assert.deepEqual(
    backedUp.toSorted(),
    tables.filter((name) => !name.startsWith('kysely_')).toSorted(),
  );
});

test('a backup that ends early or was changed is refused whole', async () => {
  const rows = lines.findIndex((line) => line.includes('"table":"ideas"'));
  const without = lines.toSpliced(rows, 1);
  const changed = lines.with(rows, (lines[rows] ?? '').replace('"version":1', '"version":7'));
  for (const damaged of [lines.slice(0, 30), without, changed, [...lines.slice(0, 9), '{"tab']]) {
    const { empty, restoring } = await restoreOf(damaged);
    await assert.rejects(restoring, /damaged or ends early/);
    // The place is as good as new.
    await restore(empty, file);
  }
});

test('what is no backup, or one of a newer version, is refused in words', async () => {
  for (const odd of [['hello'], ['{}'], ['']]) {
    await assert.rejects((await restoreOf(odd)).restoring, /not a backup|damaged/);
  }
  const newer = JSON.parse(lines[0] ?? '');
  for (const head of [
    { ...newer, fledge: 2 },
    { ...newer, migrations: [...migrationNames, '999-not-yet'] },
  ]) {
    const { restoring } = await restoreOf(lines.with(0, JSON.stringify(head)));
    await assert.rejects(restoring, /made by a newer version/);
  }
  await assert.rejects(restore(place, path.join(place.dataDir, 'nothing')), /There is no file/);
});

test('a place that is not empty stays as it is', async () => {
  const full = await newDatabase();
  const other = await openStore(full);
  await receive(other.db, newIdea({ ...ideaDraft, requiredExpertise: [] }, now));
  await assert.rejects(restore(full, file), /data here already/);
  assert.equal((await listIdeas(other.db)).length, 1);
  await other.close();
});

test('a backup never replaces another file', async () => {
  await assert.rejects(backUp(place, file, now), /is there already/);
});

test('a database that the newest migration has not met yet can be backed up and restored', async () => {
  for (const last of migrationNames) {
    const old = await newDatabase();
    await (await openStore(old, last)).close();
    const saved = path.join(old.dataDir, 'old.jsonl.gz');
    await backUp(old, saved, now);
    await restore(await newDatabase(), saved);
  }
});

test('a backup from before a migration is brought up to date', async () => {
  const head = { ...JSON.parse(lines[0] ?? ''), migrations: migrationNames.slice(0, 2) };
  const { empty, restoring } = await restoreOf(lines.with(0, JSON.stringify(head)));
  assert.equal(await restoring, lines.length - 3);
  const migrated = await openStore(empty);
  const { length } = await migrated.db.selectFrom('quarantine').selectAll().execute();
  assert.equal(length, 0);
  await migrated.close();
});
