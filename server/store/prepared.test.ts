import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newDatabase } from '../../tests/harness.ts';
import { openStore } from './open.ts';
import { prepared } from './prepared.ts';

const stores = [await openStore(await newDatabase()), await openStore(await newDatabase())];
after(() => Promise.all(stores.map((store) => store.close())));

test('it is built once for a database, and has the values of each call', async () => {
  let built = 0;
  const note = prepared((db, { key, ends }: { key: string; ends: string }) => {
    built += 1;
    return db
      .insertInto('rate_limits')
      .values({ key, points: 7, ends_at: ends })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ ends_at: ends }));
  });
  for (const { db } of stores) {
    await note(db, { key: 'a', ends: '2026' });
    await db.transaction().execute((tx) => note(tx, { key: 'b', ends: '2027' }));
    const { numAffectedRows } = await note(db, { ends: '2028', key: 'a' });
    assert.equal(numAffectedRows, 1n);
    const rows = await db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
    assert.deepEqual(
      rows.map(({ key, points, ends_at }) => ({ key, points, ends_at })),
      [
        { key: 'a', points: 7, ends_at: '2028' },
        { key: 'b', points: 7, ends_at: '2027' },
      ],
    );
  }
  assert.equal(built, stores.length);
});
