import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../root.ts';
import { pagePolicy } from './headers.ts';
import { type Pages, type PagesDeps, type Renderer, readerOf } from './pages.ts';

const dist = path.join(root, 'dist');

interface ManifestEntry {
  file: string;
  css?: string[];
}

/** Pages from the bundle that `npm run build` made. */
export async function builtPages({ api }: PagesDeps): Promise<Pages> {
  const renderer: Renderer = await import(pathToFileURL(`${dist}/web/render.js`).href);
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    await readFile(`${dist}/client/.vite/manifest.json`, 'utf8'),
  );
  const entry = manifest['web/client.tsx'];
  if (!entry) throw new Error('the build has no web/client.tsx: run npm run build');
  const scripts = [`/${entry.file}`];
  const styles = (entry.css ?? []).map((file) => `/${file}`);
  const assets = await readAssets(`${dist}/client/assets`);
  const read = readerOf(api);

  return {
    async answer(request) {
      const { pathname } = new URL(request.url);
      const asset = assets.get(pathname);
      if (asset) return asset();
      const { status, html } = await renderer.render({ path: pathname, read, scripts, styles });
      return new Response(html, {
        status,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': pagePolicy(html),
        },
      });
    },
  };
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** All of them in memory: their names carry a hash of what is in them, so they never change. */
async function readAssets(folder: string): Promise<Map<string, () => Response>> {
  const names = await readdir(folder);
  const entries = names.map(async (name): Promise<[string, () => Response]> => {
    const body = new Uint8Array(await readFile(path.join(folder, name)));
    const headers = {
      'Content-Type': types[path.extname(name)] ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return [`/assets/${name}`, () => new Response(body, { headers })];
  });
  return new Map(await Promise.all(entries));
}
