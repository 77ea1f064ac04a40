import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.ts';
import { createFeeds } from './feeds.ts';
import { pagePolicy } from './headers.ts';
import {
  type Pages,
  type PagesDeps,
  type Renderer,
  readerOf,
  withoutTrailingSlash,
} from './pages.ts';

const dist = path.join(root, 'dist');

/** Pages from the bundle that `npm run build` made. */
export async function builtPages({ api, origin }: PagesDeps): Promise<Pages> {
  const renderer: Renderer = await import(pathToFileURL(`${dist}/web/render.js`).href);
  const { entry, chunksOf } = await readManifest();
  const files = await readFiles(`${dist}/client`);
  const read = readerOf(api);
  const feeds = createFeeds(read, origin);

  return {
    async answer(request) {
      const url = new URL(request.url);
      const file = files.get(url.pathname) ?? feeds.get(url.pathname);
      if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed();
      if (file) return file();
      const elsewhere = withoutTrailingSlash(url);
      if (elsewhere) return elsewhere;
      const { status, html } = await renderer.render({
        path: url.pathname,
        search: url.search,
        origin: origin(),
        read,
        ...entry,
        chunksOf,
      });
      return new Response(html, {
        status,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': pagePolicy(html),
          ...(status === 503 && { 'Retry-After': '2' }),
        },
      });
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
  const entry = manifest['web/client.tsx'];
  if (!entry) throw new Error('the build has no web/client.tsx: run npm run build');

  const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || seen.has(`/${chunk.file}`)) return seen;
    seen.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) filesOf(imported, seen);
    return seen;
  };
  const first = filesOf('web/client.tsx');
  return {
    entry: {
      scripts: [`/${entry.file}`],
      styles: (entry.css ?? []).map((file) => `/${file}`),
    },
    chunksOf: (module: string) => ({
      scripts: [
        ...new Set([...first, ...filesOf(module)].filter((file) => file !== `/${entry.file}`)),
      ],
      styles: (manifest[module]?.css ?? []).map((file) => `/${file}`),
    }),
  };
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
};

/**
 * All of them in memory. Names under /assets carry a hash of what is in them, so those never change;
 * the icons beside them may, with the next build.
 */
async function readFiles(folder: string): Promise<Map<string, () => Response>> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => types[path.extname(name)],
  );
  const entries = names.map(async (name): Promise<[string, () => Response]> => {
    const body = new Uint8Array(await readFile(path.join(folder, name)));
    const address = `/${name.replaceAll(path.sep, '/')}`;
    const headers = {
      'Content-Type': types[path.extname(name)] ?? '',
      'Cache-Control': address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    };
    return [address, () => new Response(body, { headers })];
  });
  return new Map(await Promise.all(entries));
}
