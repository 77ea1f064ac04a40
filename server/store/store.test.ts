import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { ContactDraft } from '#contract/contact.ts';
import { IdeaDraft } from '#contract/idea.ts';
import { collect } from '../../tests/collect.ts';
import { contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { cheapPasswords, migratedDatabase, newDatabase } from '../../tests/harness.ts';
import { prepareFirstStart } from '../first-start.ts';
import { listContacts, newContact } from './contact.ts';
import { fillWithDemo } from './demo.ts';
import { newId } from './id.ts';
import { listIdeas, newIdea } from './idea.ts';
import { countOrRefuse } from './limit.ts';
import { openStore } from './open.ts';
import { saveSubmission } from './receive.ts';
import { createSession } from './session.ts';
import type { Write } from './store.ts';
import { submitOnce } from './submission.ts';
import { sweep } from './sweep.ts';
import { createUser, findCredentials, listUsers } from './user.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const settings = {
  adminUsername: 'admin',
  adminPassword: undefined,
  demoContent: true,
  dataDir: '',
  isTerminal: true,
};

test('several instances that start together migrate, add demo content and create the admin once', async () => {
  const location = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(location)));
  const firsts = await Promise.all(
    stores.map(({ db }) => prepareFirstStart(db, settings, cheapPasswords(), now)),
  );
  assert.equal(firsts.filter(({ filled }) => filled).length, 1);
  assert.equal(firsts.filter(({ madeAdmin }) => madeAdmin).length, 1);
  const [store] = stores;
  assert.ok(store);
  assert.equal((await listUsers(store.db)).length, 1);
  assert.equal((await collect(listIdeas(store.db))).length, 10);
  await Promise.all(stores.map((each) => each.close()));
});

test('two instances on one database write at the same time and lose nothing', async () => {
  const location = await migratedDatabase();
  const [one, two] = [await openStore(location), await openStore(location)];
  const write = (store: typeof one) =>
    Promise.all(
      Array.from({ length: 50 }, () => saveSubmission(store.db, newContact(asDraft, now))),
    );
  const asDraft = { ...contactDraft, inquiryType: 'general' as const };
  await Promise.all([write(one), write(two)]);
  assert.equal((await collect(listContacts(one.db))).length, 100);
  assert.equal((await collect(listContacts(two.db))).length, 100);
  await Promise.all([one.close(), two.close()]);
});

test('demo content goes into an empty database only, and only once', async () => {
  const store = await openStore(await migratedDatabase());
  assert.equal(await fillWithDemo(store.db, now), true);
  assert.equal(await fillWithDemo(store.db, now), false);
  for (const table of ['apps', 'pods', 'blogs', 'milestones', 'ideas'] as const) {
    await store.db.deleteFrom(table).execute();
  }
  await store.db.deleteFrom('applications').execute();
  await store.db.deleteFrom('contacts').execute();
  assert.equal(await fillWithDemo(store.db, now), false, 'staff have emptied it');
  await store.close();

  const used = await openStore(await migratedDatabase());
  await saveSubmission(used.db, newIdea(IdeaDraft.parse(ideaDraft), now));
  assert.equal(await fillWithDemo(used.db, now), false, 'it was not empty');
  await used.close();
});

test('a transaction that fails leaves nothing behind', async () => {
  const store = await openStore(await migratedDatabase());
  await assert.rejects(
    store.db.transaction().execute(async (tx) => {
      await saveSubmission(tx, newIdea(IdeaDraft.parse(ideaDraft), now));
      throw new Error('stop');
    }),
  );
  assert.deepEqual(await collect(listIdeas(store.db)), []);
  await store.close();
});

test('written rows are there when the database is opened again', async () => {
  const location = await migratedDatabase();
  const first = await openStore(location);
  const made = newIdea(IdeaDraft.parse(ideaDraft), now);
  await saveSubmission(first.db, made);
  await first.close();
  const second = await openStore(location);
  assert.equal((await collect(listIdeas(second.db)))[0]?.id, made.row.id);
  await second.close();
});

test('ids that one process creates in the same millisecond keep their order', () => {
  const ids = Array.from({ length: 1000 }, () => newId(now));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 1000);
});

const newPassword = /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/;

test('the admin’s password is generated only if none is configured', async () => {
  const given = await openStore(await migratedDatabase());
  const set = { ...settings, adminPassword: 'set by hand', demoContent: false };
  const { madeAdmin, filled } = await prepareFirstStart(given.db, set, cheapPasswords(), now);
  assert.deepEqual(madeAdmin, { username: 'admin', generated: undefined });
  assert.equal(filled, false);
  assert.deepEqual(await collect(listIdeas(given.db)), []);
  await given.close();

  const fresh = await openStore(await migratedDatabase());
  const made = await prepareFirstStart(fresh.db, settings, cheapPasswords(), now);
  assert.match(made.madeAdmin?.generated ?? '', newPassword);
  await fresh.close();
});

/** The settings of a start whose standard output is a file or a pipe. */
const withoutTerminal = (dataDir: string) => ({
  ...settings,
  demoContent: false,
  dataDir,
  isTerminal: false,
});

test('without a terminal the generated password is in a file that only its owner can read', async () => {
  const location = await migratedDatabase();
  const settingsWithoutTerminal = withoutTerminal(location.dataDir);
  const file = path.join(location.dataDir, 'first-admin-password');
  // A symbolic link to a file that others can read must be replaced, and its target must not change.
  const other = path.join(location.dataDir, 'other');
  writeFileSync(other, 'kept', { mode: 0o644 });
  symlinkSync(other, file);
  const stores = await Promise.all([1, 2, 3].map(() => openStore(location)));
  const started = await Promise.all(
    stores.map(({ db }) => prepareFirstStart(db, settingsWithoutTerminal, cheapPasswords(), now)),
  );
  const made = started.flatMap(({ madeAdmin }) => madeAdmin ?? []);
  assert.deepEqual(made, [{ username: 'admin', passwordFile: file }]);
  assert.equal(lstatSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(other, 'utf8'), 'kept');
  const password = readFileSync(file, 'utf8').trim();
  assert.match(password, newPassword);
  const [store] = stores;
  assert.ok(store);
  const own = await findCredentials(store.db, { username: 'admin' });
  assert.ok(await cheapPasswords().matches(password, own?.passwordHash));
  const remaining = readdirSync(location.dataDir).filter((name) =>
    name.startsWith('first-admin-password'),
  );
  assert.deepEqual(remaining, ['first-admin-password']);
  for (const each of stores) await each.close();
});

test('the generated password is kept if the connection breaks during the commit that creates the admin', async (t) => {
  const location = await migratedDatabase();
  const settingsWithoutTerminal = withoutTerminal(location.dataDir);
  const { db, close } = await openStore(location);
  const saved = () =>
    readdirSync(location.dataDir).filter((name) => name.startsWith('first-admin'));
  const start = () => prepareFirstStart(db, settingsWithoutTerminal, cheapPasswords(), now);
  const startAndBreak = async (isCommitted: boolean) => {
    const begin = db.transaction.bind(db);
    const breaking = t.mock.method(db, 'transaction', () => ({
      async execute(work: (tx: typeof db) => Promise<unknown>) {
        if (isCommitted) await begin().execute(work);
        throw new Error('the connection is gone');
      },
    }));
    await assert.rejects(start(), /is gone/);
    breaking.mock.restore();
  };
  await startAndBreak(false);
  assert.deepEqual(saved(), [], 'no admin was made');
  await startAndBreak(true);
  assert.equal(saved().length, 1);

  const file = path.join(location.dataDir, 'first-admin-password');
  assert.deepEqual((await start()).madeAdmin, { username: 'admin', passwordFile: file });
  const own = await findCredentials(db, { username: 'admin' });
  const password = readFileSync(file, 'utf8').trim();
  assert.ok(await cheapPasswords().matches(password, own?.passwordHash));
  assert.deepEqual(saved(), ['first-admin-password']);
  assert.equal((await start()).madeAdmin, undefined);
  await close();
});

test('no admin is created if the generated password cannot be saved', async () => {
  const location = await migratedDatabase();
  const store = await openStore(location);
  const file = path.join(location.dataDir, 'a file');
  writeFileSync(file, '');
  const unusable = { ...settings, demoContent: false, dataDir: file, isTerminal: false };
  await assert.rejects(
    prepareFirstStart(store.db, unusable, cheapPasswords(), now),
    /cannot be saved: .* Set ADMIN_PASSWORD\.$/,
  );
  assert.deepEqual(await listUsers(store.db), []);
  await store.close();
});

test('a key whose saved answer is swept while a submission repeats it is saved again', async () => {
  const store = await openStore(await migratedDatabase());
  const send = (write = store.write) =>
    submitOnce(
      write,
      {
        submission: newContact(ContactDraft.parse(contactDraft), now),
        suspicion: undefined,
        keyed: { scope: 'contact', key: 'a key', bodyHash: 'x' },
        limits: [],
        mails: false,
      },
      now,
    );
  const first = await send();
  // Deletes the row right after the statement that finds the key taken, as a sweep on another connection may.
  const sweepAfterConflict: Write = (work) =>
    store.write((tx) => {
      let isSwept = false;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (result.numAffectedRows === 0n && !isSwept) {
            isSwept = true;
            await tx.deleteFrom('idempotency_keys').execute();
          }
          return result;
        },
      };
      return work(tx.withPlugin(plugin));
    });
  const second = await send(sweepAfterConflict);
  assert.notEqual(second.id, first.id);
  assert.deepEqual(await send(), second);
  assert.equal((await collect(listContacts(store.db))).length, 2);
  await store.close();
});

test('sweep deletes expired rows, and nothing else', async () => {
  const store = await openStore(await migratedDatabase());
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
  const sending = (key: string) => ({
    submission: newContact(ContactDraft.parse(contactDraft), now),
    suspicion: undefined,
    keyed: { scope: 'contact', key, bodyHash: 'x' },
    limits: [],
    mails: false,
  });
  const twoDays = new Date(now.getTime() - 48 * 60 * 60_000);
  await submitOnce(store.write, sending('old'), twoDays);
  await submitOnce(store.write, sending('live'), now);
  await sweep(store.db, later, { applications: null, contacts: null }, assert.ifError);
  const remainingIn = async (table: 'sessions' | 'rate_limits' | 'idempotency_keys') =>
    (await store.db.selectFrom(table).selectAll().execute()).map((row) => Object.values(row));
  assert.deepEqual(
    (await remainingIn('sessions')).map(([hash]) => hash),
    ['live'],
  );
  assert.deepEqual(
    (await remainingIn('rate_limits')).map(([key]) => key),
    ['live'],
  );
  assert.deepEqual(
    (await remainingIn('idempotency_keys')).map(([scope]) => scope),
    ['contact'],
  );
  await store.close();
});
