import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderMarkdown } from '#server/markdown.ts';
import { createBlog } from '#server/store/blog.ts';
import { newContact } from '#server/store/contact.ts';
import { fillWithDemo } from '#server/store/demo.ts';
import { newIdea } from '#server/store/idea.ts';
import { openStore } from '#server/store/open.ts';
import { saveSubmission } from '#server/store/receive.ts';
import { blogDraft, contactDraft, ideaDraft } from '../tests/drafts.ts';
import { freePort } from '../tests/free-port.ts';
import { answerOf } from './answer.ts';

/** The processes that this run has started. `endAll` ends them. */
const started = new Set<ChildProcess>();
export const folder = mkdtempSync(path.join(tmpdir(), 'fledge-bench-'));

export function endAll(): void {
  // SIGTERM instead of SIGKILL, so that nginx ends its workers too.
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

export interface Started {
  url: string;
  process: ChildProcess;
}

/**
 * Starts a process and waits until its output matches `readyLine`, whose first group is the URL or the port. The output
 * goes to a file, because reading a pipe would take CPU time of this process, which also measures.
 */
async function start(
  [command = '', ...args]: string[],
  env: Record<string, string>,
  readyLine: RegExp,
): Promise<Started> {
  const log = path.join(folder, `${logCount++}.log`);
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  });
  started.add(child);
  for (;;) {
    const matched = readFileSync(log, 'utf8').match(readyLine)?.[1];
    if (matched) {
      const url = matched.startsWith('http') ? matched : `http://127.0.0.1:${matched}`;
      return { url, process: child };
    }
    if (hasEnded(child)) {
      const how = child.signalCode ?? child.exitCode;
      throw new Error(`${command} ${args.join(' ')} ended with ${how}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

let logCount = 0;

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/**
 * Starts the built server with the same Node options as `npm start`. `through` is a command that Node runs under,
 * such as strace. `modules` are loaded before the server.
 */
export const startFledge = (
  dataDir: string,
  env: Record<string, string> = {},
  { through = [] as string[], modules = [] as string[] } = {},
) =>
  start(
    [
      ...through,
      process.execPath,
      ...modules.map((module) => `--import=${module}`),
      '--max-semi-space-size=8',
      'dist/server/start.js',
    ],
    { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench bench', TRUST_PROXY: '1', ...env },
    / is at (http:\S+)\n/,
  );

export const startBare = (...args: string[]) =>
  start([process.execPath, 'bench/bare.ts', ...args], {}, /listening (\d+)/);

/**
 * Creates a database with the demo content and returns its folder. Adds ideas to the 10 of the demo content until there
 * are `ideas`, and adds `contacts` contacts and `posts` posts.
 */
export async function seed(name: string, ideas: number, contacts = 0, posts = 0): Promise<string> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const store = await openStore({ databaseUrl: undefined, dataDir });
  const now = new Date();
  await fillWithDemo(store.db, now);
  await store.db.transaction().execute(async (tx) => {
    for (let number = 10; number < ideas; number += 1) {
      await saveSubmission(
        tx,
        newIdea({ ...ideaDraft, title: `Idea number ${number}` } as never, now),
      );
    }
    for (let number = 0; number < contacts; number += 1) {
      await saveSubmission(
        tx,
        newContact({ ...contactDraft, subject: `Subject ${number}` } as never, now),
      );
    }
  });
  for (let number = 0; number < posts; number += 1) {
    await createBlog(
      store.db,
      { ...blogDraft, title: `Post number ${number}`, featured: false } as never,
      renderMarkdown(blogDraft.content),
      now,
    );
  }
  await store.close();
  return dataDir;
}

/** The headers that nginx itself sets when it serves a file. */
const nginxHeaders = /^(content-(length|type)|etag|date|connection|keep-alive|last-modified)$/;

/**
 * Starts an nginx with two workers that serves the response of each given URL from a file. Returns two URLs for each:
 * `same` has all headers of the response, `small` only those that nginx sets and Content-Encoding. Returns undefined
 * if nginx is not installed.
 */
export async function startNginx(answers: { url: string; encoding: string }[]) {
  if (spawnSync('which', ['nginx']).status !== 0 && !existsSync('/usr/sbin/nginx'))
    return undefined;
  const root = path.join(folder, 'nginx');
  mkdirSync(root);
  const port = await freePort();
  const locations: string[] = [];
  for (const [number, { url, encoding }] of answers.entries()) {
    const { headers, body } = await answerOf(url, encoding);
    writeFileSync(path.join(root, `${number}.answer`), body);
    const add = (wanted: (name: string) => boolean) =>
      Object.entries(headers)
        .filter(([name]) => !nginxHeaders.test(name) && wanted(name))
        .map(([name, value]) => `add_header ${name} "${value}";`)
        .join(' ');
    for (const [kind, more] of [
      ['same', add(() => true)],
      ['small', add((name) => name === 'content-encoding')],
    ]) {
      locations.push(
        `location = /${kind}/${number} { root ${root}; try_files /${number}.answer =404; ` +
          `default_type "${headers['content-type']}"; types {} ${more} }`,
      );
    }
  }
  const config = path.join(root, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; worker_processes 2; pid ${root}/pid; error_log /dev/null;
user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} } }`,
  );
  const child = spawn('nginx', ['-c', config, '-p', root], { stdio: 'ignore' });
  started.add(child);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return answers.map((_, number) => ({
    same: `http://127.0.0.1:${port}/same/${number}`,
    small: `http://127.0.0.1:${port}/small/${number}`,
  }));
}

/** Returns the resident memory in MB, or NaN on a system without /proc. */
export function memoryOf({ process: child }: Started): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024);
  } catch {
    return Number.NaN;
  }
}
