import { spawnSync } from 'node:child_process';
import autocannon, { type Request } from 'autocannon';

/** The result of one round of requests to one URL. */
export interface Round {
  perSecond: number;
  /** The p99 latency in milliseconds. */
  p99: number;
}

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /**
   * Makes the requests POST requests. `lua` is the path of a script for wrk, `body` is for autocannon. Each request
   * has the same body, and an idempotency key and a client IP address of its own.
   */
  post?: { lua: string; body: string };
}

const connections = 32;
const seconds = 1;

const isInstalled = (command: string) => spawnSync('which', [command]).status === 0;
export const tool = isInstalled('wrk') ? 'wrk' : 'autocannon';

export const round = (load: Load): Promise<Round> =>
  tool === 'wrk' ? byWrk(load) : byAutocannon(load);

async function byWrk({ url, headers = {}, post }: Load): Promise<Round> {
  const { spawn } = await import('node:child_process');
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(post ? ['-s', post.lua] : []),
    url,
  ];
  const output = await new Promise<string>((resolve) => {
    const child = spawn('wrk', args);
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', () => resolve(text));
  });
  const refused = output.match(/Non-2xx or 3xx responses: (\d+)/)?.[1];
  if (refused) throw new Error(`${url}: ${refused} answers were refusals`);
  const [, amount = '0', unit = 'ms'] = output.match(/99%\s+([\d.]+)(us|ms|s)/) ?? [];
  const scale = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1;
  return {
    perSecond: Number(output.match(/Requests\/sec:\s+([\d.]+)/)?.[1] ?? 0),
    p99: Number(amount) * scale,
  };
}

async function byAutocannon({ url, headers = {}, post }: Load): Promise<Round> {
  // Each round starts at a random client IP address, because the rate limits count per address.
  let number = Math.floor(Math.random() * 2 ** 24);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(post && {
      method: 'POST',
      requests: [
        {
          body: post.body,
          setupRequest: (request: Request) => {
            number += 1;
            return {
              ...request,
              headers: {
                'content-type': 'application/json',
                'idempotency-key': `key-${number}-${Date.now()}`,
                'x-forwarded-for': addressOf(number),
              },
            };
          },
        },
      ],
    }),
  });
  const refused = result['4xx'] + result['5xx'];
  if (refused > 0) throw new Error(`${url}: ${refused} answers were refusals`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

export const percentile = (percent: number, values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? 0;

export const median = (values: number[]): number => percentile(50, values);

/** The medians of several rounds, and the rounds themselves. */
export interface Rounds extends Round {
  all: Round[];
}

/**
 * Runs the loads in turns, so that other work on the machine affects all of them alike. The first round of each load
 * is a warm-up and does not count.
 */
export async function inTurns<Loads extends object>(
  loads: Loads,
  rounds: number,
): Promise<{ [Name in keyof Loads]: Rounds }> {
  const turns = Object.entries(loads).map(([name, load]) => ({ name, load, all: [] as Round[] }));
  for (const { load } of turns) await round(load);
  for (let number = 0; number < rounds; number += 1) {
    for (const { load, all } of turns) all.push(await round(load));
  }
  const results = turns.map(({ name, all }) => {
    const middle = (what: keyof Round) => median(all.map((each) => each[what]));
    return [name, { all, perSecond: middle('perSecond'), p99: middle('p99') }];
  });
  return Object.fromEntries(results);
}

/**
 * Returns the median of the ratios of `one` to `other`, round by round. The two rounds of a ratio ran shortly after
 * each other, so a slow moment of the machine affects both.
 */
export function ratio(what: keyof Round, one: Rounds, other: Rounds | undefined): string {
  if (!other) return 'not there';
  return median(
    one.all.map((each, number) => each[what] / (other.all[number]?.[what] ?? 0)),
  ).toFixed(2);
}
