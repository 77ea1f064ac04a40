import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../../tests/harness.ts';
import { holdableLine } from '../../tests/line.ts';
import { openPostgres } from './postgres.ts';
import type { StoreError } from './store.ts';

const { databaseUrl } = await newDatabase();

/** On the SQLite run there is no server to ask; the same file runs again on PostgreSQL. */
if (databaseUrl) {
  test('a pool whose connections are all cut opens new ones', async () => {
    const store = await openPostgres(databaseUrl);
    await Promise.all(Array.from({ length: 5 }, () => store.ping()));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(store.db);
    // A dead connection costs at most one query: five connections, five failures.
    let failures = 0;
    for (let asked = 0; asked < 12; asked++) {
      await store.ping().catch((error) => {
        assert.ok(store.isAway(error), String(error));
        failures++;
      });
    }
    assert.ok(failures <= 5, `${failures} failures`);
    await store.ping();
    await store.close();
  });

  test('connections cut in the middle of transactions end requests, never the process', async () => {
    const store = await openPostgres(databaseUrl);
    const killer = await openPostgres(databaseUrl);
    const begun: Promise<void>[] = [];
    const cut = Promise.withResolvers<void>();
    const work = Array.from({ length: 8 }, () => {
      const first = Promise.withResolvers<void>();
      begun.push(first.promise);
      return store.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        first.resolve();
        await cut.promise;
        await sql`select 1`.execute(tx);
      });
    });
    const results = Promise.allSettled(work);
    await Promise.all(begun);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(killer.db);
    cut.resolve();
    for (const one of await results) {
      assert.equal(one.status, 'rejected');
      if (one.status === 'rejected') assert.ok(store.isAway(one.reason), String(one.reason));
    }
    await store.ping();
    await Promise.all([store.close(), killer.close()]);
  });

  test('a query that was given up takes its connection along', async () => {
    const line = await holdableLine(databaseUrl);
    const store = await openPostgres(`${line.url}?query_timeout=300`);
    const other = await openPostgres(databaseUrl);
    await store.ping();
    line.hold();
    await assert.rejects(
      store.write(async () => {}),
      (error) => store.isAway(error),
    );
    line.release();
    // The late "begin" arrives. On its connection nothing would be committed.
    for (let tries = 0; tries < 3; tries++) {
      const name = `written after the silence ${tries}`;
      await store.db.insertInto('meta').values({ key: name, value: name }).execute();
      const seen = other.db.selectFrom('meta').where('key', '=', name).selectAll();
      assert.equal((await seen.execute()).length, 1, name);
    }
    await Promise.all([store.close(), other.close()]);
  });

  test('a network that is not up yet is worth another try', async () => {
    const store = await openPostgres(databaseUrl);
    const failed = (code: string) => Object.assign(new Error(code), { code });
    for (const code of ['ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'ECONNABORTED']) {
      assert.ok(store.isAway(failed(code)), code);
    }
    const missing = failed('ENOENT');
    assert.ok(!store.isAway(Object.assign(missing, { syscall: 'open' })), 'a file is missing');
    assert.ok(store.isAway(Object.assign(missing, { syscall: 'connect' })), 'a socket is');
    const several = [failed('EACCES'), failed('ECONNREFUSED')];
    assert.ok(store.isAway(Object.assign(new AggregateError(several), { code: 'EACCES' })));
    assert.ok(
      !store.isAway(Object.assign(new AggregateError([failed('EACCES')]), { code: 'EACCES' })),
    );
    await store.close();
  });

  test('a statement that runs too long is ended', async () => {
    const store = await openPostgres(databaseUrl);
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      store.db,
    );
    assert.equal(rows[0]?.statement_timeout, '10s');
    await assert.rejects(
      store.db.connection().execute(async (db) => {
        await sql`set statement_timeout = 50`.execute(db);
        await sql`select pg_sleep(5)`.execute(db);
      }),
      (error) => store.isAway(error),
    );
    await store.close();
  });
}

test('a server that is not there is told in words, without the password', async () => {
  await assert.rejects(
    openPostgres('postgres://fledge:secret@127.0.0.1:9/none'),
    (error: StoreError) => {
      assert.match(error.message, /^Cannot reach the PostgreSQL database: /);
      assert.ok(error.isAway);
      assert.ok(!error.message.includes('secret'));
      return true;
    },
  );
});
