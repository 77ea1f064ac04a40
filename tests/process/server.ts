import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { freePort } from '../free-port.ts';

/** The built server as a separate process. */
export interface RunningServer {
  /** The URL that the server prints: `SITE_URL` if it is set, otherwise `local`. */
  url: string;
  /** The URL at which the server listens. */
  local: string;
  process: ChildProcess;
  /** Returns all that the server has printed so far. */
  output(): string;
  /** Sends a signal, and resolves with the exit code or the signal that ended the process. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-process-'));
  after(async () => {
    await endServers();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const running = new Set<ChildProcess>();

/** Kills the servers that a test has left running. Await it before you delete their files. */
export const endServers = () => Promise.all([...running].map(endNow));

const endNow = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/**
 * Starts a server. Resolves once the server has printed its URL, and rejects with its output if it does not start.
 * `log` is a file for its standard output, which is a pipe by default. `command` is the executable that gets `args`. By
 * default it is the Node that runs the test.
 */
export async function startServer(
  env: Record<string, string> = {},
  args = ['dist/server/start.js'],
  log?: string,
  { command = process.execPath, ...options }: { command?: string } & SpawnOptions = {},
): Promise<RunningServer> {
  const port = env.SITE_URL ? await freePort() : '0';
  const child = spawn(command, args, {
    ...options,
    env: { PATH: process.env.PATH, PORT: port, ...env },
    stdio: ['ignore', log ? openSync(log, 'a') : 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  const output = () => (log ? readFileSync(log, 'utf8') : '') + printed;
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return new Promise((resolve, reject) => {
    const checkOutput = () => {
      const url = output().match(/ is at (https?:\S+)\n/)?.[1];
      if (url) {
        clearInterval(polling);
        resolve({
          url,
          local: env.SITE_URL ? `http://127.0.0.1:${port}` : url,
          process: child,
          output,
          end: (signal = 'SIGTERM') => {
            child.kill(signal);
            return ended;
          },
        });
      }
    };
    const collect = (chunk: Buffer) => {
      printed += chunk;
      checkOutput();
    };
    const polling = log ? setInterval(checkOutput, 20) : undefined;
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => {
      clearInterval(polling);
      reject(new Error(`exited with ${code}:\n${output()}`));
    });
  });
}
