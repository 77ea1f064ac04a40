import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { newDatabase } from '../../tests/harness.ts';
import { holdableLine } from '../../tests/line.ts';
import { channel, listenForChanges } from './listening.ts';
import { openPostgres } from './postgres.ts';

const { databaseUrl } = await newDatabase();

/** On the SQLite run there is nothing to listen to; the same file runs again on PostgreSQL. */
if (databaseUrl) {
  const writer = await openPostgres(databaseUrl);
  after(() => writer.close());
  const { db } = writer;
  const change = () => sql`update content_versions set version = version + 1`.execute(db);
  const cutListening = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fledge listening' and datname = current_database()`.execute(db);

  const listen = (url = databaseUrl) => {
    const listening = listenForChanges({
      url,
      say: (words) => sql`select pg_notify(${channel}, ${words})`.execute(db),
      patience: 300,
    });
    after(() => listening.close());
    const untilHeard = async () => {
      const late = Date.now() + 15_000;
      while (!(await listening.isUnchanged())) {
        assert.ok(Date.now() < late, 'no connection listens');
        await pause(5);
      }
    };
    return { ...listening, untilHeard };
  };

  test('what was committed before a question is told with its answer, every time', async () => {
    const { isUnchanged, untilHeard } = listen();
    await untilHeard();
    for (let tries = 0; tries < 1000; tries++) {
      await change();
      assert.equal(await isUnchanged(), false, `try ${tries}`);
      assert.equal(await isUnchanged(), true, `try ${tries}, asked again`);
    }
  });

  test('every kind of content is told, and only what was committed', async () => {
    const { isUnchanged, untilHeard } = listen();
    await untilHeard();
    for (const table of ['pods', 'apps', 'blogs', 'milestones', 'ideas']) {
      await sql`delete from ${sql.table(table)}`.execute(db);
      assert.equal(await isUnchanged(), false, table);
      assert.equal(await isUnchanged(), true, table);
    }
    await sql`delete from contacts`.execute(db);
    assert.equal(await isUnchanged(), true, 'no visitor sees it');
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await sql`delete from pods`.execute(tx);
        throw new Error('undone');
      }),
    );
    assert.equal(await isUnchanged(), true, 'undone');
  });

  test('a lost connection knows nothing until another listens, and misses nothing', async () => {
    const { isUnchanged, untilHeard } = listen();
    for (let round = 0; round < 3; round++) {
      await untilHeard();
      await cutListening();
      await change();
      assert.equal(await isUnchanged(), false);
      assert.equal(await isUnchanged(), false, 'and does not forget');
    }
    await untilHeard();
  });

  test('a connection that falls silent is given up, and another is found', async () => {
    const line = await holdableLine(databaseUrl);
    const { isUnchanged, untilHeard } = listen(line.url);
    await untilHeard();
    line.hold();
    await change();
    assert.equal(await isUnchanged(), false);
    line.renew();
    await untilHeard();
  });

  test('a connection that hears nobody is not relied on', async () => {
    const listening = listenForChanges({ url: databaseUrl, say: async () => {} });
    for (let asked = 0; asked < 20; asked++) {
      assert.equal(await listening.isUnchanged(), false);
      await pause(20);
    }
    await listening.close();
  });

  test('a connection that cannot even be made is tried again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fledge-test-'));
    after(() => rmSync(folder, { recursive: true }));
    const certificate = path.join(folder, 'ca.pem');
    const { isUnchanged, untilHeard } = listen(
      `${databaseUrl}?sslmode=disable&sslrootcert=${certificate}`,
    );
    assert.equal(await isUnchanged(), false);
    await pause(400);
    assert.equal(await isUnchanged(), false);
    writeFileSync(certificate, 'a certificate');
    await untilHeard();
  });

  test('the counts are right while the pool is busy or cut', async () => {
    const store = await openPostgres(databaseUrl);
    const countOf = async () => (await store.versions()).apps;
    const free = Promise.withResolvers<void>();
    const busy = Array.from({ length: 10 }, () =>
      store.write(async (tx) => {
        await sql`select 1`.execute(tx);
        await free.promise;
      }),
    );
    const results = Promise.allSettled(busy);
    await pause(100);
    let before = await countOf();
    for (let tries = 0; tries < 20; tries++) {
      await change();
      assert.equal(await countOf(), ++before);
    }
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fledge' and pid <> pg_backend_pid()
      and datname = current_database() and state = 'idle in transaction'`.execute(db);
    await change();
    assert.equal(await countOf(), ++before);
    free.resolve();
    await results;
    await store.close();
  });

  test('the counts are right while the listening connection comes and goes', async () => {
    const store = await openPostgres(databaseUrl);
    const cutting = (async () => {
      for (let cuts = 0; cuts < 5; cuts++) {
        await pause(300);
        await cutListening();
      }
    })();
    let isOver = false;
    cutting.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await change();
      const { rows } = await sql<{
        version: number;
      }>`select version from content_versions where topic = 'ideas'`.execute(db);
      assert.equal((await store.versions()).ideas, rows[0]?.version);
    }
    await store.close();
  });
}
