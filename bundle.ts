import { globSync, statSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import sharp from 'sharp';
import { createBuilder } from 'vite';
import { checkSite } from './server/check-site.ts';
import { site } from './site.config.ts';
import { appIconSvg, colours, iconSvg } from './web/art/pictures.ts';

/**
 * Checks site.config.ts, then writes into dist/: the four bundles of vite.config.ts, the icons and the web manifest,
 * the compressed files, and the posts of the demo content. The server runs from dist/ without the sources.
 */
export async function bundle(): Promise<void> {
  checkSite(site);
  const builder = await createBuilder({ logLevel: 'warn' });
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  await drawPictures('dist/client');
  await compressFiles('dist/client');
  await cp('server/store/demo/posts', 'dist/demo/posts', { recursive: true });
}

const manifest = {
  name: site.name,
  short_name: site.name,
  description: site.description,
  lang: site.language ?? 'en',
  start_url: '/',
  display: 'minimal-ui',
  background_color: colours.page,
  theme_color: colours.page,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};

async function drawPictures(folder: string): Promise<void> {
  const icon = (size: number) => sharp(Buffer.from(appIconSvg)).resize(size).png().toBuffer();
  await Promise.all([
    writeFile(`${folder}/icon.svg`, iconSvg),
    writeFile(`${folder}/favicon.ico`, await icon(32)),
    writeFile(`${folder}/icon-180.png`, await icon(180)),
    writeFile(`${folder}/icon-192.png`, await icon(192)),
    writeFile(`${folder}/icon-512.png`, await icon(512)),
    writeFile(`${folder}/manifest.webmanifest`, JSON.stringify(manifest)),
  ]);
}

/** Writes a .br and a .gz file beside each text file of at least 1 kB: the server compresses no files itself. */
async function compressFiles(folder: string): Promise<void> {
  const worthwhile = globSync(`${folder}/**/*.{js,css,svg,webmanifest}`).filter(
    (file) => statSync(file).size >= 1024,
  );
  await Promise.all(
    worthwhile.map(async (file) => {
      const body = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(body));
      await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }));
    }),
  );
}
