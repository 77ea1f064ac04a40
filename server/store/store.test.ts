import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { cheapPasswords, newDatabase } from '../../tests/harness.ts';
import { prepareFirstStart } from '../first-start.ts';
import { listContacts, newContact } from './contact.ts';
import { fillWithDemo } from './demo.ts';
import { newId } from './id.ts';
import { listIdeas, newIdea } from './idea.ts';
import { countOrRefuse } from './limit.ts';
import { openStore } from './open.ts';
import { receive } from './receive.ts';
import { createSession } from './session.ts';
import { submitOnce } from './submission.ts';
import { sweep } from './upkeep.ts';
import { createUser, listUsers } from './user.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const settings = { adminUsername: 'admin', adminPassword: undefined, demoContent: true };

test('several instances that start together migrate, fill and make the admin once', async () => {
  const place = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(place)));
  const firsts = await Promise.all(
    stores.map(({ db }) => prepareFirstStart(db, settings, cheapPasswords(), now)),
  );
  assert.equal(firsts.filter(({ filled }) => filled).length, 1);
  assert.equal(firsts.filter(({ madeAdmin }) => madeAdmin).length, 1);
  const [store] = stores;
  assert.ok(store);
  assert.equal((await listUsers(store.db)).length, 1);
  assert.equal((await listIdeas(store.db)).length, 10);
  await Promise.all(stores.map((each) => each.close()));
});

test('two instances on one database write at the same time and lose nothing', async () => {
  const place = await newDatabase();
  const [one, two] = [await openStore(place), await openStore(place)];
  const write = (store: typeof one) =>
    Promise.all(Array.from({ length: 50 }, () => receive(store.db, newContact(asDraft, now))));
  const asDraft = { ...contactDraft, inquiryType: 'general' as const };
  await Promise.all([write(one), write(two)]);
  assert.equal((await listContacts(one.db)).length, 100);
  assert.equal((await listContacts(two.db)).length, 100);
  await Promise.all([one.close(), two.close()]);
});

test('demo content goes into an empty database only, and only once', async () => {
  const store = await openStore(await newDatabase());
  assert.equal(await fillWithDemo(store.db, now), true);
  assert.equal(await fillWithDemo(store.db, now), false);
  for (const table of ['apps', 'pods', 'blogs', 'milestones', 'ideas'] as const) {
    await store.db.deleteFrom(table).execute();
  }
  await store.db.deleteFrom('applications').execute();
  await store.db.deleteFrom('contacts').execute();
  assert.equal(await fillWithDemo(store.db, now), false, 'staff have emptied it');
  await store.close();

  const used = await openStore(await newDatabase());
  await receive(used.db, newIdea({ ...ideaDraft, requiredExpertise: [] }, now));
  assert.equal(await fillWithDemo(used.db, now), false, 'it was not empty');
  await used.close();
});

test('a transaction that fails leaves nothing behind', async () => {
  const store = await openStore(await newDatabase());
  await assert.rejects(
    store.db.transaction().execute(async (tx) => {
      await receive(tx, newIdea({ ...ideaDraft, requiredExpertise: [] }, now));
      throw new Error('stop');
    }),
  );
  assert.deepEqual(await listIdeas(store.db), []);
  await store.close();
});

test('what was written is there when the database is opened again', async () => {
  const place = await newDatabase();
  const first = await openStore(place);
  const made = newIdea({ ...ideaDraft, requiredExpertise: [] }, now);
  await receive(first.db, made);
  await first.close();
  const second = await openStore(place);
  assert.equal((await listIdeas(second.db))[0]?.id, made.row.id);
  await second.close();
});

test('ids made in one millisecond keep their order', () => {
  const ids = Array.from({ length: 1000 }, () => newId(now));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 1000);
});

test('the admin’s password is generated only where none was set', async () => {
  const given = await openStore(await newDatabase());
  const set = { ...settings, adminPassword: 'set by hand', demoContent: false };
  const { madeAdmin, filled } = await prepareFirstStart(given.db, set, cheapPasswords(), now);
  assert.deepEqual(madeAdmin, { username: 'admin', generated: undefined });
  assert.equal(filled, false);
  assert.deepEqual(await listIdeas(given.db), []);
  await given.close();

  const fresh = await openStore(await newDatabase());
  const made = await prepareFirstStart(fresh.db, settings, cheapPasswords(), now);
  assert.match(made.madeAdmin?.generated ?? '', /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  await fresh.close();
});

test('upkeep takes away what has run out, and nothing else', async () => {
  const store = await openStore(await newDatabase());
  const user = await createUser(
    store.db,
    { username: 'keeper', role: 'admin', passwordHash: 'hash' },
    now,
  );
  const later = new Date(now.getTime() + 13 * 60 * 60_000);
  const known = { id: user.id, passwordHash: 'hash' };
  await createSession(store.db, known, 'old', now);
  await createSession(store.db, known, 'live', later);
  const limit = { points: 1, seconds: 60 };
  await countOrRefuse(store.db, [{ key: 'old', limit }], now);
  await countOrRefuse(store.db, [{ key: 'live', limit }], later);
  const sending = { form: 'contact', bodyHash: 'x', limits: [], answer: 1 };
  const nothing = async () => {};
  const twoDays = new Date(now.getTime() - 48 * 60 * 60_000);
  await submitOnce(store.write, { ...sending, key: 'old' }, twoDays, nothing);
  await submitOnce(store.write, { ...sending, key: 'live' }, now, nothing);
  await sweep(store.db, later);
  const left = async (table: 'sessions' | 'rate_limits' | 'idempotency_keys') =>
    (await store.db.selectFrom(table).selectAll().execute()).map((row) => Object.values(row));
  assert.deepEqual(
    (await left('sessions')).map(([hash]) => hash),
    ['live'],
  );
  assert.deepEqual(
    (await left('rate_limits')).map(([key]) => key),
    ['live'],
  );
  assert.deepEqual(
    (await left('idempotency_keys')).map(([, key]) => key),
    ['live'],
  );
  await store.close();
});
