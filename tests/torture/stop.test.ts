import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../process/server.ts';
import { enginesToAttack, fullOrSample, reportFigures, seededRandom } from './attack.ts';
import { newLocation, start } from './location.ts';
import { ConnectionLost, getRequest, openRaw, postRequest, type RawClient } from './raw-client.ts';
import { idsByMark, newSubmission, type Submission } from './submissions.ts';

const keepAliveClients = 12;
/** The number of clients that open a new connection for each request. */
const freshClients = 4;
const pages = ['/', '/ideas', '/api/ideas', '/healthz', '/robots.txt'];
/** The milliseconds that a stop may take. */
const longestStop = 10_000;

/** Counts the outcomes of the requests. */
interface Outcome {
  answered: number;
  /** Requests that were answered with an unexpected status. */
  odd: string[];
  /** Requests that reached the server on an open connection and were never answered. None is allowed. */
  cut: string[];
  /**
   * First requests of a connection that were never answered. The kernel accepts connections by itself, so a client
   * cannot tell whether the server has seen the connection.
   */
  unseen: number;
  /** Requests that were sent after the signal, and crossed with the FIN of the server. */
  crossed: number;
  refused: number;
}

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`SIGTERM comes under load, ${engine}`, async (t) => {
    const random = seededRandom();
    const cycles = fullOrSample(50, 1);
    const location = await newLocation(engine);
    const written: Submission[] = [];
    const total: Outcome = { answered: 0, odd: [], cut: [], unseen: 0, crossed: 0, refused: 0 };
    let slowest = 0;
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const server = await start(location);
      const took = await stopUnderLoad(server, cycle, random() * 300, written, total);
      assert.ok(took < longestStop, `the stop took ${took} ms`);
      slowest = Math.max(slowest, took);
      const found = await idsByMark(location);
      for (const { mark, id } of written) assert.deepEqual(found.get(mark), [id], mark);
    }
    const { answered, odd, cut, unseen, crossed, refused } = total;
    reportFigures(t, {
      stops: cycles,
      'requests answered': answered,
      'answered wrongly': odd.length,
      'cut off': cut.length,
      'sent on connections never taken': unseen,
      'crossed with the close': crossed,
      'connections refused': refused,
      'acknowledged writes': written.length,
      lost: 0,
      'ms at most until it was gone': Math.round(slowest),
    });
    assert.deepEqual({ odd, cut }, { odd: [], cut: [] });
  });
}

/** Sends requests from all clients, stops the server with SIGTERM, and returns how many milliseconds the stop took. */
async function stopUnderLoad(
  server: RunningServer,
  cycle: number,
  loadFor: number,
  written: Submission[],
  outcome: Outcome,
): Promise<number> {
  let isStopping = false;
  let number = 0;

  /** Sends one request. Returns false if the connection accepts no further request. */
  async function ask(client: RawClient, isFirst: boolean): Promise<boolean> {
    number += 1;
    const one = number % 2 === 0 ? newSubmission(number, `stop-${cycle}-${number}`) : undefined;
    const page = pages[number % pages.length] ?? '/';
    const name = `${one ? `POST ${one.form.path}` : `GET ${page}`} in cycle ${cycle}`;
    const wasBefore = !isStopping;
    const answering = client.ask(
      one ? postRequest(one.form.path, one.form.draft(one.mark), one.mark) : getRequest(page),
    );
    const taken = isTaken(client);
    try {
      const { status, body, isLast } = await answering;
      outcome.answered += 1;
      if (status !== (one ? 201 : 200)) outcome.odd.push(`${name}: ${status}`);
      else if (one) written.push({ ...one, isAcknowledged: true, id: JSON.parse(body).id });
      return !isLast;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      if (isFirst) outcome.unseen += 1;
      else if (wasBefore || (await taken)) outcome.cut.push(`${name}: ${error.message}`);
      else outcome.crossed += 1;
      return false;
    }
  }

  async function open(): Promise<RawClient | undefined> {
    try {
      return await openRaw(server.url);
    } catch (error) {
      if (!isStopping) throw error;
      outcome.refused += 1;
      return undefined;
    }
  }

  /** Sends requests until the connection is closed. */
  async function keepAlive(client: RawClient): Promise<void> {
    while (!client.isClosed() && (await ask(client, false)));
    client.close();
  }

  async function fresh(): Promise<void> {
    while (!isStopping) {
      const client = await open();
      if (client) await ask(client, true);
      client?.close();
    }
    // The first connection after the signal must be refused or served.
    const late = await open();
    if (late) await ask(late, true);
    late?.close();
  }

  const connections: RawClient[] = [];
  for (let count = 0; count < keepAliveClients; count += 1) {
    const client = await openRaw(server.url);
    assert.ok(await ask(client, true), 'a connection stays open before the signal');
    connections.push(client);
  }
  const keepAliveRuns = connections.map(keepAlive);
  const clients = [...keepAliveRuns, ...Array.from({ length: freshClients }, fresh)];
  const slow = await beginSlowly(server.url, cycle);
  await wait(loadFor);
  const began = performance.now();
  isStopping = true;
  const ended = server.end('SIGTERM').then((how) => ({ ...how, at: performance.now() }));
  // Waits for the first closed connection: it shows that the server has received the signal.
  await Promise.race(keepAliveRuns);
  written.push(await slow.finish());
  const { code, signal, at } = await ended;
  assert.deepEqual({ code, signal }, { code: 0, signal: null });
  await Promise.all(clients);
  return at - began;
}

/**
 * Returns whether a request that was just sent has reached the server. On one machine, the kernel resets a connection
 * at once if the other side has closed it. So an open socket means that the request has arrived.
 */
async function isTaken(client: RawClient): Promise<boolean> {
  // The first turn of the event loop may end before the socket is polled.
  await nextTurn();
  await nextTurn();
  return !client.isClosed();
}

/** Begins to send a form: the server gets its headers and 40 characters of its body. `finish` sends the rest. */
async function beginSlowly(url: string, cycle: number) {
  const one = newSubmission(cycle, `stop-${cycle}-slow`);
  const client = await openRaw(url);
  const request = postRequest(one.form.path, one.form.draft(one.mark), one.mark);
  const [head = '', body = ''] = request.split('\r\n\r\n');
  // The server sends 100 Continue when it has read the headers.
  const { status } = await client.ask(`${head}\r\nExpect: 100-continue\r\n\r\n`);
  assert.equal(status, 100);
  client.socket.write(body.slice(0, 40));
  return {
    async finish(): Promise<Submission> {
      const answer = await client.ask(body.slice(40));
      assert.equal(answer.status, 201);
      assert.ok(answer.isLast, 'the last answer on its connection says so');
      client.close();
      return { ...one, isAcknowledged: true, id: JSON.parse(answer.body).id };
    },
  };
}
