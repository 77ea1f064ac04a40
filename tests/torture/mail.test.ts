import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '#server/store/open.ts';
import type { Db } from '#server/store/store.ts';
import { ideaDraft } from '../drafts.ts';
import type { RunningServer } from '../process/server.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { enginesToAttack, fullOrSample, reportFigures, seededRandom } from './attack.ts';
import { newLocation, start } from './location.ts';
import { call, newAdmin } from './pair.ts';

/** The number of ideas that staff decide on with one request. */
const together = 12;
/** The server is killed at most this many milliseconds after the request of staff. */
const latest = 60;

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`a server is killed while staff decide on several ideas and mails are sent, ${engine}`, async (t) => {
    const random = seededRandom();
    const cycles = fullOrSample(100, 2);
    let onDecision = () => {};
    const smtp: TestSmtp = await startSmtp({
      async onMessage() {
        if (smtp.mails.at(-1)?.body.includes('Its status: Approved.')) onDecision();
        await wait(random() * 4);
      },
    });
    after(smtp.stop);
    const location = await newLocation(engine, {
      SITE_URL: 'http://lab.example',
      MAIL_URL: smtp.url,
      MAIL_FROM: 'lab@lab.example',
    });
    const { db, close } = await openStore({
      databaseUrl: location.DATABASE_URL,
      dataDir: location.DATA_DIR ?? '',
    });
    const { token } = await newAdmin(db, 'reader');
    let decided = 0;
    let repeated = 0;
    let server = await start(location);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const ideas = await Promise.all(
        Array.from({ length: together }, async (_, number) => {
          const email = `sender-${cycle}-${number}@example.org`;
          const sent = await call(server, 'POST', '/api/ideas', { body: { ...ideaDraft, email } });
          assert.equal(sent.status, 201);
          return { id: sent.body.id as string, email };
        }),
      );
      // In every second cycle the server is killed after a mail was received, but before it is marked as sent.
      const killed = Promise.withResolvers<unknown>();
      const kill = () => killed.resolve(server.end('SIGKILL'));
      const isByMail = cycle % 2 === 0;
      if (isByMail) onDecision = kill;
      const isAcknowledged = await decide(server, ideas, token, isByMail ? undefined : kill);
      await killed.promise;
      onDecision = () => {};

      const changed = await statusesOf(db, ideas);
      assert.ok(changed === 0 || changed === together, `${changed} of ${together} were decided on`);
      if (isAcknowledged) assert.equal(changed, together, 'acknowledged, and lost');
      decided += changed;
      // Releases the claims of the killed server, which would last for two minutes.
      await db.updateTable('outbox').set({ claimed_until: null }).execute();
      server = await start(location);
      repeated += await expectMails(db, smtp, ideas, changed > 0);
    }
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    await close();
    reportFigures(t, {
      cycles,
      'ideas decided on': decided,
      'mails sent': smtp.mails.length,
      'of them sent again under the same Message-ID': repeated,
      lost: 0,
    });

    /** Sends the decision of staff. Resolves with false if there was no response, because the server was killed. */
    async function decide(
      server: RunningServer,
      ideas: { id: string }[],
      as: string,
      kill: (() => void) | undefined,
    ): Promise<boolean> {
      const items = ideas.map(({ id }) => ({ id, version: 1 }));
      const body = { items, status: 'approved', tell: true };
      if (kill) setTimeout(kill, random() * latest);
      const answer = await call(server, 'PATCH', '/api/admin/several/ideas', {
        body,
        token: as,
      }).catch(() => undefined);
      if (!answer) return false;
      assert.deepEqual(answer, { status: 200, body: { left: [] } });
      return true;
    }
  });
}

/** Returns how many of the ideas are approved, and checks that the history has as many rows about the ideas. */
async function statusesOf(db: Db, ideas: { id: string }[]): Promise<number> {
  const ids = ideas.map(({ id }) => id);
  const approved = await db
    .selectFrom('ideas')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'approved')
    .execute();
  const traced = await db
    .selectFrom('history')
    .select('submission_id')
    .where('submission_id', 'in', ids)
    .execute();
  assert.equal(traced.length, approved.length, 'a change and its history are one');
  return approved.length;
}

/**
 * Waits until the outbox is empty. Checks that each sender got a receipt and, with `isDecided`, a decision. Returns
 * the number of mails that were sent twice.
 */
async function expectMails(
  db: Db,
  smtp: TestSmtp,
  ideas: { email: string }[],
  isDecided: boolean,
): Promise<number> {
  const waiting = () => db.selectFrom('outbox').select('id').execute();
  for (let tries = 0; (await waiting()).length > 0 && tries < 600; tries += 1) await wait(50);
  assert.deepEqual(await waiting(), []);
  let repeated = 0;
  for (const { email } of ideas) {
    const ids = smtp.to(email).map(({ headers }) => headers.get('message-id')?.[0]);
    assert.equal(new Set(ids).size, isDecided ? 2 : 1, email);
    repeated += ids.length - new Set(ids).size;
  }
  return repeated;
}
