import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactDraft } from '../drafts.ts';
import { cheapPasswords } from '../harness.ts';
import { enginesToAttack, isFullRun, reportFigures } from './attack.ts';
import { startAttacked } from './attacked.ts';

/** Headers that the server must ignore: it trusts only the X-Forwarded-For entries of its own proxies. */
const otherHeaders = [
  'X-Real-IP',
  'Forwarded',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
];

const proxies: {
  hops: string;
  name: string;
  forged(turn: number): string;
  real(turn: number): string;
}[] = [
  {
    hops: '0',
    name: 'nobody is believed',
    forged: (turn) => `198.51.100.${turn}`,
    real: () => '',
  },
  {
    hops: '1',
    name: 'the last entry counts',
    forged: (turn) => `198.51.100.${turn}, 10.0.0.${turn}, 203.0.113.7`,
    real: (turn) => `203.0.113.7, 198.51.100.${turn}`,
  },
  {
    hops: '2',
    name: 'the one before the last counts',
    forged: (turn) => `198.51.100.${turn}, 203.0.113.7, 10.0.0.${turn}`,
    real: (turn) => `203.0.113.7, 198.51.100.${turn}, 10.0.0.1`,
  },
];

// A sample run leaves out the case of one proxy: login.test.ts and limits.test.ts attack servers behind one proxy.
const attackedProxies = proxies.filter(({ hops }) => isFullRun || hops !== '1');

for (const engine of enginesToAttack('SQLite')) {
  test(`no X-Forwarded-For evades a limit, ${engine}`, async (t) => {
    let requestCount = 0;
    for (const { hops, name, forged, real } of attackedProxies) {
      const { server, db } = await startAttacked(engine, {
        TRUST_PROXY: hops,
        RATE_LIMITS: 'on',
        LOG_LEVEL: 'warn',
      });
      // A hash that is quick to check: the limits do not depend on its cost.
      const password_hash = await cheapPasswords().hash('correct horse');
      await db.updateTable('users').set({ password_hash }).execute();
      const send = async (path: string, body: object, turn: number, forwarded: string) => {
        const others = Object.fromEntries(
          otherHeaders.map((name) => [name, `for=192.0.2.${turn}`]),
        );
        requestCount += 1;
        const { status } = await fetch(server.url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded, ...others },
          body: JSON.stringify(body),
        });
        return status;
      };
      const statuses = async (times: number, one: (turn: number) => Promise<number>) => {
        const all: number[] = [];
        for (let turn = 1; turn <= times; turn += 1) all.push(await one(turn));
        return all;
      };
      const guess = { username: 'admin', password: 'wrong guess' };
      const label = `TRUST_PROXY=${hops}: ${name}`;
      assert.deepEqual(
        await statuses(12, (turn) => send('/api/contact', contactDraft, turn, forged(turn))),
        [...Array(10).fill(201), 429, 429],
        label,
      );
      assert.deepEqual(
        await statuses(7, (turn) => send('/api/admin/login', guess, turn, forged(turn))),
        [...Array(5).fill(401), 429, 429],
        label,
      );
      if (hops === '0') continue;
      // Visitors with different trusted entries have separate limits.
      assert.deepEqual(
        await statuses(12, (turn) => send('/api/contact', contactDraft, turn, real(turn))),
        Array(12).fill(201),
        label,
      );
      assert.deepEqual(
        await statuses(7, (turn) => send('/api/admin/login', guess, turn, real(turn))),
        Array(7).fill(401),
        label,
      );
    }
    reportFigures(t, { requests: requestCount, evaded: 0 });
  });
}
