import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.ts';
import { createFeeds } from './feeds.ts';
import { readFiles } from './files.ts';
import { pagePolicy } from './headers.ts';
import {
  type BuiltPages,
  type PagesDeps,
  type Renderer,
  readerOf,
  withoutTrailingSlash,
} from './pages.ts';

const dist = path.join(root, 'dist');

/** Pages from the bundle that `npm run build` made. */
export async function builtPages({ api, origin }: PagesDeps): Promise<BuiltPages> {
  const renderer: Renderer = await import(pathToFileURL(`${dist}/web/render.js`).href);
  const { entry, chunksOf } = await readManifest();
  const read = readerOf(api);
  const headScript = await readFile(`${dist}/head/script.js`, 'utf8');
  const policy = pagePolicy(headScript);

  async function render(path: string, search: string): Promise<Response> {
    const { status, html } = await renderer.render({
      path,
      search,
      origin,
      read,
      headScript,
      ...entry,
      chunksOf,
    });
    return new Response(html, {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policy,
        ...(status === 503 && { 'Retry-After': '2' }),
      },
    });
  }

  const feeds = createFeeds(read, origin);

  return {
    files: await readFiles(`${dist}/client`),
    feeds,
    describe: renderer.describe,
    render,
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed();
      const url = new URL(request.url);
      const other = (await feeds.get(url.pathname)?.()) ?? withoutTrailingSlash(url);
      return other ?? render(url.pathname, url.search);
    },
  };
}

const notAllowed = () =>
  new Response('This address takes GET and HEAD.', {
    status: 405,
    headers: { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' },
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

  const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || seen.has(`/${chunk.file}`)) return seen;
    seen.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) filesOf(imported, seen);
    return seen;
  };
  const first = filesOf('web/hydrate.tsx');
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
        ...new Set([...first, ...filesOf(module)].filter((file) => file !== `/${entry.file}`)),
      ],
      styles: (manifest[module]?.css ?? []).map((file) => `/${file}`),
    }),
  };
}
