import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { AppChange, AppDraft } from '#contract/app.ts';
import { ApplicationDraft, ApplicationReview } from '#contract/application.ts';
import { BlogChange, BlogDraft, BlogPreviewRequest } from '#contract/blog.ts';
import { ContactDraft, ContactReview } from '#contract/contact.ts';
import { IdeaDraft, IdeaReview } from '#contract/idea.ts';
import { LogEntryChange, LogEntryDraft } from '#contract/log.ts';
import { MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { PodChange, PodDraft } from '#contract/pod.ts';
import { Login, ProfileChange, UserChange, UserDraft } from '#contract/user.ts';
import type { z } from '#contract/zod.ts';
import { renderMarkdown } from '#server/markdown.ts';
import * as drafts from '../drafts.ts';
import { fullOrSample, isFullRun, maxP99, reportFigures } from './attack.ts';
import { startAttacked } from './attacked.ts';
import { exchange } from './wire.ts';

/** Tests clients that send slowly, bodies over the limit, and texts that could be slow to process. */

/** The server of the first two tests. */
const { server, tokenFor } = await startAttacked('SQLite', { LOG_LEVEL: 'warn' });

const sockets = fullOrSample(2000, 60);
/** The number of slow clients that send a body slowly. The others send the headers slowly. */
const bodyClients = fullOrSample(1000, 15);
const visits = fullOrSample(400, 50);
/**
 * Limits in milliseconds. The server closes the connection of a slow head after 10 seconds, and of a slow body after 25
 * seconds. A sample run gets more time, because it shares the machine with other tests.
 */
const allowed = { p99: maxP99, closedAfter: fullOrSample(30_000, 60_000) };

interface Slow {
  kind: 'head' | 'body';
  /** The milliseconds until the server closed the connection. Undefined while the connection is open. */
  closedAfter: number | undefined;
  /** The number of bytes that were sent by `sendByte`. */
  sent: number;
  socket: Socket;
}

const neverEnding = {
  head: `GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ${'a'.repeat(1000)}`,
  body: `{"message":"${'a'.repeat(1000)}`,
};

function openSlow(url: string, kind: Slow['kind']): Slow {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const slow: Slow = { kind, closedAfter: undefined, sent: 0, socket };
  const began = performance.now();
  socket.on('error', () => {});
  socket.on('close', () => {
    slow.closedAfter ??= performance.now() - began;
  });
  socket.resume();
  if (kind === 'body') {
    socket.write(
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n',
    );
  }
  return slow;
}

function sendByte(slow: Slow): void {
  if (slow.closedAfter !== undefined || slow.socket.destroyed) return;
  slow.socket.write(neverEnding[slow.kind][slow.sent] ?? 'a');
  slow.sent += 1;
}

test('slow clients delay nobody and are disconnected', async (t) => {
  await (await fetch(server.url)).arrayBuffer();
  const slow = Array.from({ length: sockets }, (_, number) =>
    openSlow(server.url, number < bodyClients ? 'body' : 'head'),
  );
  const connected = slow.map(({ socket }) => once(socket, 'connect'));
  const began = performance.now();
  const isOver = () => performance.now() - began > allowed.closedAfter + 2000;
  const trickle = (async () => {
    while (slow.some(({ closedAfter }) => closedAfter === undefined) && !isOver()) {
      for (const one of slow) sendByte(one);
      await setTimeout(1000);
    }
  })();

  await Promise.all(connected);
  const waits: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const startedAt = performance.now();
    const answer = await fetch(server.url);
    await answer.arrayBuffer();
    assert.equal(answer.status, 200);
    waits.push(performance.now() - startedAt);
  }
  const stillOpen = slow.filter(({ closedAfter }) => closedAfter === undefined).length;
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(visits * 0.99)] ?? 0;
  await trickle;
  for (const { socket } of slow) socket.destroy();

  assert.ok(stillOpen > sockets / 2, `only ${stillOpen} were slow while others visited`);
  assert.ok(p99 < allowed.p99, `others waited ${p99} ms`);
  const late = slow.filter(
    ({ closedAfter = Number.POSITIVE_INFINITY }) => closedAfter > allowed.closedAfter,
  );
  assert.equal(late.length, 0, `${late.length} were not disconnected in time, ${late[0]?.kind}`);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  const longest = Math.max(...slow.map(({ closedAfter = 0 }) => closedAfter));
  reportFigures(t, {
    sockets,
    'of them with a slow body': bodyClients,
    visits,
    'ms at p99 for others': Math.round(p99),
    's until the last was disconnected': Math.round(longest / 100) / 10,
  });
});

test('a body over its limit is refused and not read on, announced or not', async (t) => {
  const token = await tokenFor('admin');
  const { hostname, port } = new URL(server.url);
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const framed = Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
  /** The bytes that a client sends at most. The server must stop reading long before. */
  const maxBytes = 64 * 1024 * 1024;
  const head = (target: string, length: string) =>
    `POST ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\n${length}\r\n\r\n`;

  /**
   * Sends chunks until the server closes the connection, or closes it after `maxBytes`. Resolves with the response, the
   * number of bytes that left this process, and the time.
   */
  const flood = (target: string) =>
    new Promise<{ answer: string; bytesSent: number; seconds: number }>((resolve) => {
      const began = performance.now();
      const socket = connect(Number(port), hostname);
      let answer = '';
      let isOpen = true;
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        isOpen = false;
        const seconds = (performance.now() - began) / 1000;
        resolve({ answer, bytesSent: socket.bytesWritten - socket.writableLength, seconds });
      });
      socket.write(head(target, 'Transfer-Encoding: chunked'));
      const more = () => {
        while (isOpen && socket.bytesWritten < maxBytes) if (!socket.write(framed)) return;
        if (isOpen) socket.destroy();
      };
      socket.on('drain', more);
      more();
    });

  let mostBytesSent = 0;
  for (const [target, limit] of [
    ['/api/contact', 512],
    ['/api/ideas', 512],
    ['/api/admin/pods', 512],
    ['/api/admin/blogs', 4096],
  ] as const) {
    const announced = await exchange(
      server.url,
      head(target, `Content-Length: ${limit * 1024 + 1}`),
    );
    assert.equal(announced.status, 413, `${target}, announced`);
    const result = await flood(target);
    assert.match(result.answer, /^HTTP\/1\.1 413 /, `${target}, in chunks`);
    assert.ok(result.bytesSent < maxBytes / 2, `${target}: it read ${result.bytesSent} bytes`);
    assert.ok(result.seconds < 30, `${target}: it took ${result.seconds} s`);
    mostBytesSent = Math.max(mostBytesSent, result.bytesSent);
  }
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  assert.doesNotMatch(server.output(), /a request failed|a promise was forgotten/);
  reportFigures(t, { floods: 4, 'MB sent at most': Math.round(mostBytesSent / 1024 / 1024) });
});

const schemas: [name: string, schema: z.ZodType, draft: object][] = [
  ['AppDraft', AppDraft, drafts.appDraft],
  ['AppChange', AppChange, drafts.appDraft],
  [
    'ApplicationDraft',
    ApplicationDraft,
    { ...drafts.applicationDraft, ...drafts.applicationExtras },
  ],
  ['ApplicationReview', ApplicationReview, { status: 'accepted', notes: '' }],
  ['BlogDraft', BlogDraft, drafts.blogDraft],
  ['BlogChange', BlogChange, drafts.blogDraft],
  ['BlogPreviewRequest', BlogPreviewRequest, { content: '' }],
  ['ContactDraft', ContactDraft, drafts.contactDraft],
  ['ContactReview', ContactReview, { status: 'read' }],
  ['IdeaDraft', IdeaDraft, drafts.ideaDraft],
  ['IdeaReview', IdeaReview, { status: 'approved', notes: '' }],
  ['LogEntryDraft', LogEntryDraft, drafts.logDraft],
  ['LogEntryChange', LogEntryChange, drafts.logDraft],
  ['MilestoneDraft', MilestoneDraft, drafts.milestoneDraft],
  ['MilestoneChange', MilestoneChange, drafts.milestoneDraft],
  ['PodDraft', PodDraft, drafts.podDraft],
  ['PodChange', PodChange, { ...drafts.podDraft, endDate: null }],
  ['Login', Login, { username: 'a', password: 'b' }],
  ['UserDraft', UserDraft, drafts.userDraft],
  ['UserChange', UserChange, drafts.userDraft],
  [
    'ProfileChange',
    ProfileChange,
    { username: 'a', currentPassword: 'b', newPassword: 'six-or-more' },
  ],
];

const long = 100_000;
const fillings = [
  ...[
    'a',
    '@',
    'a@',
    '.',
    'a.',
    '@a.',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    'https://',
    'http://a.',
    '%',
    '-',
  ],
  ...['(', '[', '*', '`', '0', '1-', ':', '\u0000', '\ud800', '🐦', 'é'],
];
const fill = (filling: string, size = long) =>
  filling.repeat(Math.ceil(size / filling.length)).slice(0, size);

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
/** Returns the milliseconds of CPU time that `work` takes. Other processes on the machine do not change it much. */
const cpuTimeOf = (work: () => void) => {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
};

test('no validator takes long on 100 kB', (t) => {
  const limit = 5;
  let worst = { milliseconds: 0, label: '' };
  let checks = 0;
  for (const [name, schema, draft] of schemas) {
    const { shape } = schema as unknown as { shape: object };
    for (const field of Object.keys(shape)) {
      for (const filling of isFullRun ? fillings : fillings.slice(0, 6)) {
        const text = fill(filling);
        for (const [form, value] of [
          ['text', text],
          ['text with an end', `a${text}!`],
          ['entry', [text]],
          ['entries', Array(2000).fill(text.slice(0, 50))],
        ] as const) {
          const body = { ...draft, [field]: value };
          const measure = (rounds: number) =>
            median(Array.from({ length: rounds }, () => cpuTimeOf(() => schema.safeParse(body))));
          let milliseconds = measure(fullOrSample(9, 1));
          // Measures again, because the first measurements may be slow: the code is not compiled yet.
          for (let again = 0; again < 5 && milliseconds >= limit; again += 1) {
            milliseconds = measure(9);
          }
          const label = `${name}.${field} of ${JSON.stringify(filling)} as ${form}`;
          assert.ok(milliseconds < limit, `${label} took ${milliseconds} ms`);
          if (milliseconds > worst.milliseconds) worst = { milliseconds, label };
          checks += 1;
        }
      }
    }
  }
  reportFigures(t, { checks, slowest: `${worst.milliseconds.toFixed(2)} ms, ${worst.label}` });
});

const markdowns = [
  ...[
    'a',
    '*',
    '**',
    '*a',
    '*a_ ',
    '_a',
    '__a ',
    '~~a',
    '`',
    '`a',
    '``a`',
    '[',
    ']',
    '[a',
    '[a]',
    '![',
    '![](',
  ],
  ...[
    '[](',
    '[a](',
    '[a](<',
    '[a](b',
    '[[a]](',
    '<',
    '<a',
    '<a ',
    '</',
    '<!--',
    '<?',
    '&',
    '&a',
    '&#',
    '\\',
    '\\\n',
  ],
  ...[
    '> ',
    '>',
    '- ',
    '-\n',
    '* ',
    '* a\n',
    '1. ',
    '+ a\n\n',
    '# ',
    '#',
    '|',
    '|-',
    '|a|\n',
    '|a|\n|-|\n',
    '---\n',
    '===\n',
  ],
  ...[
    'http://',
    'https://a.',
    'www.',
    'a@',
    'a@b.',
    'mailto:',
    'a.com ',
    '//',
    '(http://a.b',
    'http://a.b(',
  ],
  ...[
    '[a]: ',
    '[a]: b\n',
    '[a]:\n',
    '[a]: <b> "\n',
    '```\n',
    '```js\n',
    '~~~',
    '    a\n',
    '\t',
    ' ',
    '\n',
    '  \n',
    ':',
    '"',
    "'",
    '("',
  ],
  ...['🐦', '\u0000', '\ud800', 'é', 'a\u0300'],
];

test('the time to render an article grows with its length, not faster', (t) => {
  // Maximum ratio between the times for a text and for half of it. Linear time gives 2, quadratic time gives 4.
  const maxRatio = 3;
  const length = fullOrSample(long, long / 4);
  /** Times below this many milliseconds are not compared, because they vary too much. */
  const noise = fullOrSample(60, 30);
  const once = (filling: string, size: number, salt: number) =>
    cpuTimeOf(() => renderMarkdown(`${fill(filling, size)}\n\n${salt}`));
  const best = (filling: string, size: number, rounds: number) =>
    Math.min(...Array.from({ length: rounds }, (_, salt) => once(filling, size, salt + size)));
  let worst = { milliseconds: 0, filling: '' };
  const problems: string[] = [];
  for (const filling of markdowns) {
    once(filling, 2000, -1);
    let whole = best(filling, length, 1);
    let half = whole > noise ? best(filling, length / 2, 1) : 0;
    for (let again = 0; again < 2 && whole > noise && whole > maxRatio * half; again += 1) {
      [half, whole] = [best(filling, length / 2, 3), best(filling, length, 2)];
    }
    if (whole > noise && whole > maxRatio * half) {
      problems.push(
        `${JSON.stringify(filling)}: ${half.toFixed(0)} ms, twice as long ${whole.toFixed(0)} ms`,
      );
    }
    if (whole > worst.milliseconds) worst = { milliseconds: whole, filling };
  }
  assert.deepEqual(problems, []);
  reportFigures(t, {
    articles: markdowns.length,
    slowest: `${worst.milliseconds.toFixed(0)} ms of ${JSON.stringify(worst.filling)}`,
  });
});
