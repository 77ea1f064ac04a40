import { randomUUID } from 'node:crypto';
import { ideaDraft } from '../tests/drafts.ts';
import { startFledge } from './servers.ts';

/** Writes to one process, then reads from it and from the other one, while both are under read load. */
export async function tryFreshness(
  dataDir: string,
  tries: number,
  more: Record<string, string> = {},
): Promise<string> {
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...more };
  const servers = [await startFledge(dataDir, env), await startFledge(dataDir, env)];
  let isReading = true;
  const load = servers.flatMap(({ url }) =>
    Array.from({ length: 4 }, async () => {
      while (isReading) await (await fetch(`${url}/api/ideas?view=page&limit=48`)).text();
    }),
  );
  let seen = 0;
  for (let number = 0; number < tries; number += 1) {
    const title = randomUUID();
    await fetch(`${servers[number % 2]?.url}/api/ideas`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...ideaDraft, title }),
    });
    const read = await fetch(`${servers[(number >> 1) % 2]?.url}/api/ideas?view=page&limit=48`);
    if ((await read.text()).includes(title)) seen += 1;
  }
  isReading = false;
  await Promise.all(load);
  for (const { process: child } of servers) child.kill();
  return `a write was in the very next read, on the same or on another process, in ${seen} of ${tries} tries under load`;
}
