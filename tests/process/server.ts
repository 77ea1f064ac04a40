import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** The server as a process of its own, built, the way `npm start` runs it. */
export interface RunningServer {
  /** Its canonical address. */
  url: string;
  /** Where it listens. */
  local: string;
  process: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Sends a signal, and answers how the process ended. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
}

export function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-process-'));
  after(async () => {
    await endServers();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const running = new Set<ChildProcess>();

/** Whatever a test left behind ends before its files go. */
export const endServers = () => Promise.all([...running].map(endNow));

const endNow = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/** Resolves once it serves; rejects with what it printed where it does not start. */
export function startServer(
  env: Record<string, string> = {},
  program = ['dist/server/start.js'],
): Promise<RunningServer> {
  const port = env.SITE_URL ? String(20_000 + Math.floor(Math.random() * 20_000)) : '0';
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return new Promise((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      const url = output.match(/ is at (https?:\S+)\n/)?.[1];
      if (url) {
        resolve({
          url,
          local: env.SITE_URL ? `http://127.0.0.1:${port}` : url,
          process: child,
          output: () => output,
          end: (signal = 'SIGTERM') => {
            child.kill(signal);
            return ended;
          },
        });
      }
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`exited with ${code}:\n${output}`)));
  });
}
