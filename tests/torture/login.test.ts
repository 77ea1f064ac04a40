import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '#server/store/open.ts';
import { createUser } from '#server/store/user.ts';
import { cheapPasswords, demoDatabase, migratedDatabase } from '../harness.ts';
import { type RunningServer, startServer } from '../process/server.ts';
import { templateAdmin } from '../template-copies.ts';
import {
  enginesToAttack,
  fullOrSample,
  isFullRun,
  newDatabaseEnv,
  reportFigures,
} from './attack.ts';
import { memoryOf } from './attacked.ts';

const owner = templateAdmin;
const settings = { LOG_LEVEL: 'silent', DEMO_CONTENT: 'false' };

interface Try {
  username?: string;
  password?: string;
  headers?: Record<string, string>;
  more?: object;
}

const signIn = (
  server: RunningServer,
  { username = owner.username, password = 'a guess', headers = {}, more = {} }: Try,
) =>
  fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ username, password, ...more }),
  });

/** Users besides the owner. Guesses at them are quick to check, unlike guesses at unknown usernames. */
const others = Array.from({ length: 8 }, (_, number) => `user ${number}`);

/**
 * Creates the owner and `others` with a hash that is quick to check, because limits do not depend on its cost. The
 * server checks a guess at an unknown username against a hash of the real cost.
 */
async function createUsers(location: Record<string, string>): Promise<void> {
  const { DATABASE_URL, DATA_DIR = '' } = location;
  const { db, close } = await openStore({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  const passwordHash = await cheapPasswords().hash(owner.password);
  for (const username of [owner.username, ...others])
    await createUser(db, { username, role: 'admin', passwordHash }, new Date());
  await close();
}

const from = (address: string) => ({ 'X-Forwarded-For': address });
const addressNumber = (number: number) => `198.51.${number >> 8}.${number & 255}`;

/** Sends guesses, ten in parallel, to the servers in turn. Returns how many passwords were checked (status 401). */
async function guesses(servers: RunningServer[], count: number, guess: (number: number) => Try) {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 10) {
    const batch = Array.from({ length: Math.min(10, count - number) }, async (_, index) => {
      const server = servers[index % servers.length] as RunningServer;
      const response = await signIn(server, guess(number + index));
      await response.text();
      return response.status;
    });
    statuses.push(...(await Promise.all(batch)));
  }
  assert.ok(statuses.every((status) => status === 401 || status === 429));
  return statuses.filter((status) => status === 401).length;
}

/** A server without limits, for the first two tests. The first test that calls `newDatabaseEnv` ends all servers. */
const unlimited = await startServer({
  ...(await newDatabaseEnv('SQLite')),
  ...settings,
  RATE_LIMITS: 'off',
});

test('an unknown user and a wrong password take the same time', async (t) => {
  const answers = new Set<string>();
  const durations = { unknown: [] as number[], wrong: [] as number[] };
  const tries = fullOrSample(2000, 14);
  const attempt = async (kind: keyof typeof durations, number: number) => {
    const username = kind === 'wrong' ? owner.username : `nobody${number % 10}`;
    const began = performance.now();
    const response = await signIn(unlimited, { username, password: `guess ${number}` });
    const text = await response.text();
    durations[kind].push(performance.now() - began);
    const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers);
    answers.add(`${response.status} ${text} ${JSON.stringify(headers)}`);
  };
  for (let number = -3; number < tries; number += 1) {
    // The order alternates, so that neither kind always comes second.
    const order = number % 2 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const);
    for (const kind of order) await attempt(kind, number);
    if (number < 0) for (const times of Object.values(durations)) times.length = 0;
  }
  assert.equal(answers.size, 1, [...answers].join('\n'));
  const difference = welch(durations.unknown, durations.wrong);
  assert.ok(Math.abs(difference) < 4, `t = ${difference.toFixed(2)}`);
  reportFigures(t, { 'tries of each': tries, 't of the difference': difference.toFixed(2) });
});

/** Returns Welch's t of two samples without their slowest tenths: the difference of the means in standard errors. */
function welch(one: number[], other: number[]): number {
  const [a, b] = [one, other].map((sample) => {
    const fastest = sample.toSorted((x, y) => x - y).slice(0, Math.ceil(sample.length * 0.9));
    const mean = fastest.reduce((sum, value) => sum + value, 0) / fastest.length;
    const variance =
      fastest.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (fastest.length - 1);
    return { mean, error: variance / fastest.length };
  }) as [{ mean: number; error: number }, { mean: number; error: number }];
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}

test('a flood of sign-ins neither exhausts the memory nor blocks the site', async (t) => {
  await (await fetch(unlimited.url)).text();
  const flood = Promise.all(
    Array.from({ length: fullOrSample(2000, 60) }, async (_, number) => {
      const response = await signIn(unlimited, { username: `user ${number}` });
      await response.text();
      if (response.status === 503) assert.ok(response.headers.get('retry-after'));
      return response.status;
    }),
  );
  let isOver = false;
  flood.finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  let most = 0;
  while (!isOver) {
    const began = performance.now();
    assert.equal((await fetch(unlimited.url)).status, 200);
    waits.push(performance.now() - began);
    most = Math.max(most, memoryOf(unlimited));
    await wait(25);
  }
  const statuses = await flood;
  assert.deepEqual(
    statuses.filter((status) => status !== 401 && status !== 503),
    [],
  );
  // The server reserves one of two slots for known networks, so it checks one guess at a time. At most 50 wait.
  assert.ok(statuses.includes(503), 'nobody was told to come back');
  // Hashing a password takes 19 MiB, and the server hashes two at a time. The requests themselves take memory too: with
  // 2,000 at once the server uses up to 340 MB, and after five such floods 460 MB.
  assert.ok(most < fullOrSample(500, 300), `${most} MB`);
  const slowest = Math.round(Math.max(...waits));
  reportFigures(t, {
    'sign-ins at once': statuses.length,
    'told to come back': statuses.filter((status) => status === 503).length,
    'MB at most': Math.round(most),
    'slowest page meanwhile': `${slowest} ms`,
  });
});

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`guessing over two instances, ${engine}`, async (t) => {
    const database = await newDatabaseEnv(engine, migratedDatabase);
    const location = { ...database, ...settings, TRUST_PROXY: '1' };
    await createUsers(location);
    const first = await startServer(location);
    const servers = [first, await startServer(location)];
    const oneAddress = await guesses(servers, fullOrSample(40, 20), () => ({
      headers: from('203.0.113.1'),
    }));
    assert.equal(oneAddress, 5);

    // Each guess has other headers and another spelling, for the same account and from the same IP address.
    const rotating = await guesses(servers, fullOrSample(400, 20), (number) => ({
      username: [' admin', 'ADMIN', 'Admin ', 'aDmIn'][number % 4] as string,
      headers: {
        'X-Forwarded-For': `10.0.${number}.1, 192.0.2.${number}, 203.0.113.2`,
        'X-Real-IP': `10.1.0.${number % 250}`,
        Forwarded: `for=10.2.0.${number % 250}`,
        'X-Client-IP': `10.3.0.${number % 250}`,
        'CF-Connecting-IP': `10.4.0.${number % 250}`,
        'User-Agent': `guesser ${number}`,
        Cookie: `session=${number}`,
      },
      more: { remember: number, address: `10.0.0.${number}`, role: 'admin', Username: 'other' },
    }));
    assert.equal(rotating, 5);

    const manyNames = await guesses(servers, fullOrSample(60, 40), (number) => ({
      username: `user ${isFullRun ? number : number % others.length}`,
      headers: from('203.0.113.3'),
    }));
    assert.equal(manyNames, 30);

    // A hundred guesses at an account are checked a day. Ten were checked above; many IP addresses use up the other 90.
    const everywhere = await guesses(servers, fullOrSample(400, 100), (number) => ({
      headers: from(addressNumber(number)),
    }));
    assert.equal(everywhere + oneAddress + rotating, 100);
    assert.equal((await signIn(first, { ...owner, headers: from('192.0.2.77') })).status, 200);
    assert.equal((await signIn(first, { ...owner, headers: from('203.0.113.1') })).status, 429);
    for (const server of servers) await server.end();
    reportFigures(t, {
      'of one address looked at': oneAddress,
      'with everything rotating': rotating,
      'of one address, many names': manyNames,
      'of one account, from everywhere': everywhere + oneAddress + rotating,
    });
  });
}

test('a flood of guesses from one IPv6 site does not lock the owner out', async (t) => {
  // A full run needs hashes of the real cost, which are so slow that guesses have to wait and some are turned away.
  const database = await newDatabaseEnv('SQLite', isFullRun ? demoDatabase : migratedDatabase);
  if (!isFullRun) await createUsers(database);
  const server = await startServer({ ...database, ...settings, TRUST_PROXY: '1' });
  const ownerFrom = async (address: string) => {
    const response = await signIn(server, { ...owner, headers: from(address) });
    await response.text();
    return response.status;
  };
  assert.equal(await ownerFrom('192.0.2.1'), 200);
  const flood = Promise.all(
    Array.from({ length: fullOrSample(3000, 120) }, async (_, number) => {
      const address = `2001:db8:77:${(number + 1).toString(16)}::1`;
      const response = await signIn(server, { headers: from(address) });
      await response.text();
      return response.status;
    }),
  );
  const signIns = fullOrSample(20, 4);
  for (let number = 0; number < signIns; number += 1)
    assert.equal(await ownerFrom('192.0.2.1'), 200);
  assert.equal(await ownerFrom('192.0.2.2'), 200);
  const statuses = await flood;
  const checked = statuses.filter((status) => status === 401).length;
  assert.ok(checked <= 100, `${checked} guesses were looked at`);
  assert.equal(await ownerFrom('2001:db8:78::1'), 200);
  await server.end();
  reportFigures(t, {
    'guesses from one /48': statuses.length,
    'looked at': checked,
    'told to come back': statuses.filter((status) => status === 503).length,
    'sign-ins of the owner, all good': signIns + 3,
  });
});
