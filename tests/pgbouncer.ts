import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const binary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (file) => existsSync(file),
);

/**
 * Starts a PgBouncer in transaction mode in front of a database: each transaction gets one of three connections.
 * Resolves with undefined if PgBouncer is not installed.
 */
export async function startPgBouncer(
  databaseUrl: string,
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!binary) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-pgbouncer-'));
  const database = new URL(databaseUrl);
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const settings = path.join(folder, 'settings.ini');
  writeFileSync(users, `"${database.username}" ""\n`, { mode: 0o644 });
  writeFileSync(
    settings,
    `[databases]
* = host=${database.hostname} port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
`,
  );
  // PgBouncer refuses to run as root, so root runs it as the user "nobody".
  const isRoot = process.getuid?.() === 0;
  const args = [...(isRoot ? ['-u', 'nobody'] : []), settings];
  const pooler = spawn(binary, args, { stdio: 'ignore' });
  while (!(await isListening(port))) {
    if (pooler.exitCode !== null) throw new Error('PgBouncer did not start');
    await setTimeout(20);
  }
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      const exit = once(pooler, 'exit');
      pooler.kill('SIGINT');
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}

const isListening = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
