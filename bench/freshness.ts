import { randomUUID } from 'node:crypto';
import { ideaDraft } from '../tests/drafts.ts';
import { startFledge } from './servers.ts';

/**
 * Starts two servers on the same data, under read load. Each try posts an idea to one server, and reads the list once,
 * from the same server or the other one. Returns a sentence with the number of reads that had the idea.
 */
export async function tryFreshness(
  dataDir: string,
  tries: number,
  extraEnv: Record<string, string> = {},
): Promise<string> {
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...extraEnv };
  const servers = [await startFledge(dataDir, env), await startFledge(dataDir, env)];
  let isReading = true;
  const load = servers.flatMap(({ url }) =>
    Array.from({ length: 4 }, async () => {
      while (isReading) await (await fetch(`${url}/api/ideas?view=page&limit=48`)).text();
    }),
  );
  let freshReads = 0;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const title = randomUUID();
    // The four pairs of writer and reader take turns.
    const [writer, reader] = [servers[attempt % 2], servers[(attempt >> 1) % 2]];
    await fetch(`${writer?.url}/api/ideas`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...ideaDraft, title }),
    });
    const read = await fetch(`${reader?.url}/api/ideas?view=page&limit=48`);
    if ((await read.text()).includes(title)) freshReads += 1;
  }
  isReading = false;
  await Promise.all(load);
  for (const { process: child } of servers) child.kill();
  return (
    'a write was in the very next read, on the same or on another process, ' +
    `in ${freshReads} of ${tries} tries under load`
  );
}
