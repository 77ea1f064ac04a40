import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { IdeaDraft } from '#contract/idea.ts';
import { ideaDraft } from '../../tests/drafts.ts';
import { newDatabase } from '../../tests/harness.ts';
import { pausableProxy } from '../../tests/pausable-proxy.ts';
import { newIdea } from './idea.ts';
import { openPostgres } from './postgres.ts';
import { insertSubmission } from './receive.ts';
import type { StoreError } from './store.ts';

const { databaseUrl } = await newDatabase();

/** Skipped in the SQLite run; the same file runs again on PostgreSQL. */
if (databaseUrl) {
  test('without pg_trgm, a search reads all texts and finds the same rows', async () => {
    const owner = await openPostgres(databaseUrl);
    const role = `limited_${Date.now()}`;
    const url = new URL((await newDatabase()).databaseUrl ?? '');
    await sql.raw(`create role ${role} login`).execute(owner.db);
    const admin = new pg.Client(url.href);
    await admin.connect();
    // The role may create tables, but not the extension pg_trgm.
    await admin.query(`grant all on schema public to ${role}`);
    await admin.end();
    url.username = role;
    const store = await openPostgres(url.href);
    assert.equal(store.hasSearchIndex, false);
    assert.equal(owner.hasSearchIndex, true);
    const { row } = newIdea(IdeaDraft.parse(ideaDraft), new Date());
    await store.write((tx) => insertSubmission(tx, 'ideas', row));
    const found = await store.search({ kind: 'ideas', text: 'water meter', limit: 10 });
    assert.deepEqual(found, [{ id: row.id, status: 'pending' }]);
    await store.close();
    await owner.close();
  });

  test('a pool whose connections are all cut opens new ones', async () => {
    const store = await openPostgres(databaseUrl);
    await Promise.all(Array.from({ length: 5 }, () => store.ping()));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(store.db);
    // Each dead connection fails at most one query, and the pool had five connections.
    let failures = 0;
    for (let attempt = 0; attempt < 12; attempt++) {
      await store.ping().catch((error) => {
        assert.ok(store.isTemporary(error), String(error));
        failures++;
      });
    }
    assert.ok(failures <= 5, `${failures} failures`);
    await store.ping();
    await store.close();
  });

  test('cutting the connections of open transactions rejects these, and does not end the process', async () => {
    const store = await openPostgres(databaseUrl);
    const killer = await openPostgres(databaseUrl);
    const started: Promise<void>[] = [];
    const cut = Promise.withResolvers<void>();
    const work = Array.from({ length: 8 }, () => {
      const first = Promise.withResolvers<void>();
      started.push(first.promise);
      return store.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        first.resolve();
        await cut.promise;
        await sql`select 1`.execute(tx);
      });
    });
    const results = Promise.allSettled(work);
    await Promise.all(started);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(killer.db);
    cut.resolve();
    for (const one of await results) {
      assert.equal(one.status, 'rejected');
      if (one.status === 'rejected') assert.ok(store.isTemporary(one.reason), String(one.reason));
    }
    await store.ping();
    await Promise.all([store.close(), killer.close()]);
  });

  test('a transaction that PostgreSQL aborts because of a deadlock runs again', async () => {
    const store = await openPostgres(databaseUrl);
    const both = ['staff', 'first start'] as const;
    const started = both.map(() => Promise.withResolvers<void>());
    const bothStarted = Promise.all(started.map(({ promise }) => promise));
    let attempts = 0;
    // Each transaction locks one row and then waits for the row of the other transaction. PostgreSQL aborts one.
    await Promise.all(
      [both, both.toReversed()].map((order, number) =>
        store.write(async (tx) => {
          attempts += 1;
          for (const name of order) {
            await sql`update locks set turn = turn + 1 where name = ${name}`.execute(tx);
            started[number]?.resolve();
            await bothStarted;
          }
        }),
      ),
    );
    const { rows } = await sql<{
      turn: number;
    }>`select turn from locks where name = 'staff'`.execute(store.db);
    assert.equal(attempts, 3);
    assert.equal(rows[0]?.turn, 2);
    await store.close();
  });

  test('a query that timed out closes its connection', async () => {
    const proxy = await pausableProxy(databaseUrl);
    const store = await openPostgres(`${proxy.url}?query_timeout=2000`);
    const other = await openPostgres(databaseUrl);
    await store.ping();
    proxy.pause();
    await assert.rejects(
      store.write(async () => {}),
      (error) => store.isTemporary(error),
    );
    proxy.resume();
    // The delayed `begin` now reaches the server. A write on the same connection would never be committed.
    for (let tries = 0; tries < 3; tries++) {
      const name = `written after the silence ${tries}`;
      await store.db.insertInto('meta').values({ key: name, value: name }).execute();
      const stored = other.db.selectFrom('meta').where('key', '=', name).selectAll();
      assert.equal((await stored.execute()).length, 1, name);
    }
    await Promise.all([store.close(), other.close()]);
  });

  test('isTemporary is true for errors of a network that is not up yet', async () => {
    const store = await openPostgres(databaseUrl);
    const failed = (code: string) => Object.assign(new Error(code), { code });
    for (const code of ['ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'ECONNABORTED']) {
      assert.ok(store.isTemporary(failed(code)), code);
    }
    const missing = failed('ENOENT');
    assert.ok(!store.isTemporary(Object.assign(missing, { syscall: 'open' })), 'a file is missing');
    assert.ok(store.isTemporary(Object.assign(missing, { syscall: 'connect' })), 'a socket is');
    const several = [failed('EACCES'), failed('ECONNREFUSED')];
    assert.ok(store.isTemporary(Object.assign(new AggregateError(several), { code: 'EACCES' })));
    assert.ok(
      !store.isTemporary(Object.assign(new AggregateError([failed('EACCES')]), { code: 'EACCES' })),
    );
    await store.close();
  });

  test('a statement that exceeds its time limit fails, and isTemporary is true for the error', async () => {
    const store = await openPostgres(databaseUrl);
    await assert.rejects(
      store.write(async (tx) => {
        const { rows } = await sql<{ limits: string }>`
          select current_setting('statement_timeout') || ' '
            || current_setting('idle_in_transaction_session_timeout') as limits`.execute(tx);
        assert.equal(rows[0]?.limits, '10s 20s');
        await sql`set local statement_timeout = 50`.execute(tx);
        await sql`select pg_sleep(5)`.execute(tx);
      }),
      (error) => store.isTemporary(error),
    );
    await store.close();
  });
}

test('an unreachable server is reported with a clear message, without the password', async () => {
  await assert.rejects(
    openPostgres('postgres://fledge:secret@127.0.0.1:9/none'),
    (error: StoreError) => {
      assert.match(error.message, /^Cannot reach the PostgreSQL database: /);
      assert.ok(error.isTemporary);
      assert.ok(!error.message.includes('secret'));
      return true;
    },
  );
});
