import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Content } from '../cache/entry.ts';

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
 * Reads all scripts, style sheets, fonts and icons into memory, with their .br and .gz copies. File names under /assets
 * contain a hash of the content, so browsers keep these files for a year. Other files may change with a build.
 */
export async function readFiles(folder: string): Promise<Map<string, Content>> {
  const all = (await readdir(folder, { recursive: true })).map((name) =>
    name.replaceAll(path.sep, '/'),
  );
  const bytes = async (name: string) => new Uint8Array(await readFile(path.join(folder, name)));
  const entries = all
    .filter((name) => types[path.extname(name)])
    .map(async (name): Promise<[string, Content]> => {
      const headers = {
        'content-type': types[path.extname(name)] ?? '',
        'cache-control': name.startsWith('assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      };
      const compressed = {
        ...(all.includes(`${name}.br`) && { br: await bytes(`${name}.br`) }),
        ...(all.includes(`${name}.gz`) && { gzip: await bytes(`${name}.gz`) }),
      };
      return [`/${name}`, { status: 200, headers, body: await bytes(name), compressed }];
    });
  return new Map(await Promise.all(entries));
}
