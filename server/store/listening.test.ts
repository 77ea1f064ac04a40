import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { migratedDatabase } from '../../tests/harness.ts';
import { pausableProxy } from '../../tests/pausable-proxy.ts';
import { channel, listenForChanges } from './listening.ts';
import { openPostgres } from './postgres.ts';

const { databaseUrl } = await migratedDatabase();

/** These tests need PostgreSQL. In the run on SQLite, `databaseUrl` is undefined and this file has no tests. */
if (databaseUrl) {
  const writer = await openPostgres(databaseUrl);
  after(() => writer.close());
  const { db } = writer;
  const change = () => sql`update content_versions set version = version + 1`.execute(db);
  const cutListening = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fledge listening' and datname = current_database()`.execute(db);

  /**
   * Starts a listening connection. The default `timeout` is long, because machines may stall. Tests that expect a lost
   * connection pass a short one.
   */
  const listen = ({ url = databaseUrl, timeout = 5000 } = {}) => {
    const listening = listenForChanges({
      url,
      notify: (payload) => sql`select pg_notify(${channel}, ${payload})`.execute(db),
      timeout,
    });
    after(() => listening.close());
    const untilTrusted = async () => {
      const deadline = Date.now() + 15_000;
      while (!(await listening.checkUnchanged())) {
        assert.ok(Date.now() < deadline, 'no connection listens');
        await pause(5);
      }
    };
    return { ...listening, untilTrusted };
  };

  test('a notification of a commit arrives before the answer to a later query', async () => {
    const { checkUnchanged, untilTrusted } = listen();
    await untilTrusted();
    for (let tries = 0; tries < 60; tries++) {
      await change();
      assert.equal(await checkUnchanged(), false, `try ${tries}`);
      assert.equal(await checkUnchanged(), true, `try ${tries}, asked again`);
    }
  });

  test('changes of public content are notified, but only after their commit', async () => {
    const { checkUnchanged, untilTrusted } = listen();
    await untilTrusted();
    for (const table of ['log_entries', 'pods', 'apps', 'blogs', 'milestones', 'ideas']) {
      await sql`delete from ${sql.table(table)}`.execute(db);
      assert.equal(await checkUnchanged(), false, table);
      assert.equal(await checkUnchanged(), true, table);
    }
    await sql`delete from contacts`.execute(db);
    assert.equal(await checkUnchanged(), true, 'no visitor sees it');
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await sql`delete from pods`.execute(tx);
        throw new Error('undone');
      }),
    );
    assert.equal(await checkUnchanged(), true, 'undone');
  });

  test('after a lost connection `checkUnchanged` resolves to false until a new connection is trusted', async () => {
    const { checkUnchanged, untilTrusted } = listen({ timeout: 300 });
    for (let round = 0; round < 3; round++) {
      await untilTrusted();
      await cutListening();
      await change();
      assert.equal(await checkUnchanged(), false);
      assert.equal(await checkUnchanged(), false, 'and does not forget');
    }
    await untilTrusted();
  });

  test('a connection that stops answering is replaced', async () => {
    const proxy = await pausableProxy(databaseUrl);
    const { checkUnchanged, untilTrusted } = listen({ url: proxy.url, timeout: 300 });
    await untilTrusted();
    proxy.pause();
    await change();
    assert.equal(await checkUnchanged(), false);
    proxy.renew();
    await untilTrusted();
  });

  test('a connection that receives no notifications is not trusted', async () => {
    const listening = listenForChanges({ url: databaseUrl, notify: async () => {} });
    for (let asked = 0; asked < 20; asked++) {
      assert.equal(await listening.checkUnchanged(), false);
      await pause(20);
    }
    await listening.close();
  });

  test('a connection that cannot be opened is tried again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fledge-test-'));
    after(() => rmSync(folder, { recursive: true }));
    const certificate = path.join(folder, 'ca.pem');
    const { checkUnchanged, untilTrusted } = listen({
      url: `${databaseUrl}?sslmode=disable&sslrootcert=${certificate}`,
      timeout: 300,
    });
    assert.equal(await checkUnchanged(), false);
    await pause(400);
    assert.equal(await checkUnchanged(), false);
    writeFileSync(certificate, 'a certificate');
    await untilTrusted();
  });

  test('`versions` is right while all connections of the pool are busy, and after they are cut', async () => {
    const store = await openPostgres(databaseUrl);
    // On a slow machine, a query on the listening connection may time out. `isTemporary` is true for that error, and
    // `countOf` tries again.
    const deadline = Date.now() + 60_000;
    const countOf = async (): Promise<number> => {
      try {
        return (await store.versions()).apps;
      } catch (error) {
        if (Date.now() > deadline || !store.isTemporary(error)) throw error;
        return await countOf();
      }
    };
    const free = Promise.withResolvers<void>();
    const busy = Array.from({ length: 10 }, () =>
      store.write(async (tx) => {
        await sql`select 1`.execute(tx);
        await free.promise;
      }),
    );
    const results = Promise.allSettled(busy);
    let before = await countOf();
    for (let tries = 0; tries < 10; tries++) {
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

  test('`versions` is right while the listening connection is cut and opened again', async () => {
    const store = await openPostgres(databaseUrl);
    const cutting = (async () => {
      for (let cuts = 0; cuts < 3; cuts++) {
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
