import { spawnSync } from 'node:child_process';
import autocannon, { type Request } from 'autocannon';

/** One round of requests against an address on this machine. */
export interface Round {
  perSecond: number;
  /** Milliseconds that 99 of 100 answers stay below. */
  p99: number;
}

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** A Lua script for wrk and the same as JSON for autocannon: each request another one. */
  post?: { lua: string; body: string };
}

const connections = 32;
const seconds = 2;

const isThere = (command: string) => spawnSync('which', [command]).status === 0;
export const tool = isThere('wrk') ? 'wrk' : 'autocannon';

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
  let number = 0;
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
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** In turns, so that whatever else the machine does falls on all alike. */
export async function inTurns(loads: Record<string, Load>, rounds: number) {
  const results: Record<string, Round[]> = {};
  for (const [name, load] of Object.entries(loads)) {
    await round(load);
    results[name] = [];
  }
  for (let number = 0; number < rounds; number += 1) {
    for (const [name, load] of Object.entries(loads)) results[name]?.push(await round(load));
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => [
      name,
      {
        perSecond: median(all.map(({ perSecond }) => perSecond)),
        p99: median(all.map(({ p99 }) => p99)),
      },
    ]),
  );
}
