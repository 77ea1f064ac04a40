import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Card } from '#contract/card.ts';
import { root } from '../root.ts';
import type { CardArtist, Renderer } from './pages.ts';
import { encodePng } from './png.ts';

/** Runs in the worker thread that renders pages and draws cards for link previews. render-thread.ts starts it. */

/** `page` is the number of a job, which is a page or a card. `read` is the number of a request to the API. */
export type ToWorker =
  | { page: number; path: string; search: string; origin: string }
  | { page: number; card: Card }
  | { read: number; status: number; text: string };

export type FromWorker =
  | { page: number; status: number; body: Uint8Array }
  | { page: number; failure: string }
  | { read: number; path: string };

const dist = path.join(root, 'dist');
const renderer: Renderer = await import(pathToFileURL(`${dist}/web/render.js`).href);
const headScript = await readFile(`${dist}/head/script.js`, 'utf8');
const { entry, chunksOf } = await readManifest();

let lastRead = 0;
const waiting = new Map<number, (answer: { status: number; text: string }) => void>();

async function read(path: string): Promise<unknown> {
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve) => {
    lastRead += 1;
    waiting.set(lastRead, resolve);
    post({ read: lastRead, path });
  });
  if (status === 200) return JSON.parse(text);
  throw Object.assign(new Error(`${status}: ${text}`), { status });
}

async function renderPage({ page, path, search, origin }: Extract<ToWorker, { path: string }>) {
  const request = { path, search, origin, read, headScript, ...entry, chunksOf };
  try {
    const { status, html } = await renderer.render(request);
    post({ page, status, body: new TextEncoder().encode(html) });
  } catch (error) {
    postFailure(page, error);
  }
}

let artist: Promise<CardArtist> | undefined;

async function drawCard({ page, card }: Extract<ToWorker, { card: Card }>) {
  try {
    artist ??= import(pathToFileURL(`${dist}/web/card.js`).href);
    const { drawCard } = await artist;
    post({ page, status: 200, body: new Uint8Array(encodePng(drawCard(card))) });
  } catch (error) {
    postFailure(page, error);
  }
}

const postFailure = (page: number, error: unknown) =>
  post({ page, failure: String((error as Error)?.stack ?? error) });

function post(message: FromWorker): void {
  parentPort?.postMessage(message, 'body' in message ? [message.body.buffer as ArrayBuffer] : []);
}

parentPort?.on('message', (message: ToWorker) => {
  if ('card' in message) drawCard(message);
  else if ('page' in message) renderPage(message);
  else {
    waiting.get(message.read)?.(message);
    waiting.delete(message.read);
  }
});

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}

async function readManifest() {
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    await readFile(`${dist}/client/.vite/manifest.json`, 'utf8'),
  );
  const entry = manifest['web/hydrate.tsx'];
  if (!entry) throw new Error('the build has no web/hydrate.tsx: run npm run build');

  const filesOf = (name: string, files = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || files.has(`/${chunk.file}`)) return files;
    files.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) filesOf(imported, files);
    return files;
  };
  const entryFiles = filesOf('web/hydrate.tsx');
  const sheets = await Promise.all(
    (entry.css ?? []).map((file) => readFile(`${dist}/client/${file}`, 'utf8')),
  );
  return {
    entry: {
      scripts: [`/${entry.file}`],
      styles: [],
      sheet: sheets.join('\n'),
    },
    chunksOf: (module: string) => ({
      scripts: [
        ...new Set([...entryFiles, ...filesOf(module)].filter((file) => file !== `/${entry.file}`)),
      ],
      styles: (manifest[module]?.css ?? []).map((file) => `/${file}`),
    }),
  };
}
