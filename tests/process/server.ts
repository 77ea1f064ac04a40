import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** The built server as a separate process, as `npm start` runs it. */
export interface RunningServer {
  /** Its canonical address. */
  url: string;
  /** The address it listens on. */
  local: string;
  process: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Sends a signal, and resolves with how the process ended. */
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

/** Saves each server a tenth of its start. */
const compileCache = process.env.NODE_COMPILE_CACHE;

const running = new Set<ChildProcess>();

/** Ends servers that a test left running, before their files are deleted. */
export const endServers = () => Promise.all([...running].map(endNow));

const endNow = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/**
 * Resolves once the server answers; rejects with its output if it does not start. Standard output is a pipe, or
 * the file named `log`. `command` runs the program in place of this Node.
 */
export function startServer(
  env: Record<string, string> = {},
  program = ['dist/server/start.js'],
  log?: string,
  { command = process.execPath, ...options }: { command?: string } & SpawnOptions = {},
): Promise<RunningServer> {
  const port = env.SITE_URL ? String(20_000 + Math.floor(Math.random() * 20_000)) : '0';
  const child = spawn(command, program, {
    ...options,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: port, ...env },
    stdio: ['ignore', log ? openSync(log, 'a') : 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  const output = () => (log ? readFileSync(log, 'utf8') : '') + printed;
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return new Promise((resolve, reject) => {
    const look = () => {
      const url = output().match(/ is at (https?:\S+)\n/)?.[1];
      if (url) {
        clearInterval(looking);
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
      look();
    };
    const looking = log ? setInterval(look, 20) : undefined;
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => {
      clearInterval(looking);
      reject(new Error(`exited with ${code}:\n${output()}`));
    });
  });
}
