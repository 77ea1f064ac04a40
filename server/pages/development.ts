import type { Rolldown } from 'vite';
import { readCardPath } from '#contract/card.ts';
import { readPicturePath } from '#contract/picture-path.ts';
import { createCards } from './cards.ts';
import { createFeeds } from './feeds.ts';
import {
  type CardArtist,
  type Pages,
  type PagesDeps,
  type Renderer,
  readerOf,
  redirectTrailingSlash,
} from './pages.ts';
import { createPictures } from './pictures.ts';
import { encodePng } from './png.ts';

/** Creates the pages through Vite, with hot reload, on the same port as the API. */
export async function developmentPages({
  server,
  api,
  origin,
  readPicture,
}: PagesDeps): Promise<Pages> {
  const { createBuilder, createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  // Writes nothing to dist/, because a built server may be running from it.
  const builder = await createBuilder({ logLevel: 'warn', build: { write: false } });
  const read = readerOf(api);
  const feeds = createFeeds(read, origin);
  const answerCard = createCards(read, async (card) => {
    const { drawCard } = (await vite.ssrLoadModule('/web/card/card.ts')) as CardArtist;
    return new Uint8Array(encodePng(drawCard(card)));
  });

  const answerPicture = createPictures(readPicture);

  /** Builds the head script anew for each page. It must be one IIFE, but Vite's development server serves modules. */
  async function buildHeadScript(): Promise<string> {
    const { head } = builder.environments;
    if (!head) throw new Error('vite.config.ts has no environment named head');
    const { output } = (await builder.build(head)) as Rolldown.RolldownOutput;
    return output[0].code;
  }

  return {
    close: () => vite.close(),
    first: (incoming, outgoing, next) =>
      incoming.url?.startsWith('/api/') ? next() : vite.middlewares(incoming, outgoing, next),
    async answer(request) {
      const url = new URL(request.url);
      const feedOrRedirect = (await feeds.get(url.pathname)?.()) ?? redirectTrailingSlash(url);
      if (feedOrRedirect) return feedOrRedirect;
      const card = readCardPath(url.pathname);
      if (card) return answerCard(card);
      if (readPicturePath(url.pathname)) return answerPicture(url.pathname);
      if (url.pathname === '/icon.svg') {
        const { iconSvg } = await vite.ssrLoadModule('/web/art/pictures.ts');
        return new Response(iconSvg, { headers: { 'Content-Type': 'image/svg+xml' } });
      }
      const renderer = (await vite.ssrLoadModule('/web/render.tsx')) as Renderer;
      const page = await renderer.render({
        path: url.pathname,
        search: url.search,
        origin,
        read,
        scripts: ['/@vite/client', '/web/development.ts'],
        headScript: await buildHeadScript(),
        sheet: '',
        // Without this link, Vite would add the style sheet with a script, and the page would first show unstyled.
        styles: ['/web/styles/site.css'],
        chunksOf: (module) => ({
          scripts: [],
          styles: module.startsWith('web/admin/') ? ['/web/styles/admin.css'] : [],
        }),
      });
      return new Response(page.html, {
        status: page.status,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          // Less strict than in production, because hot reload needs inline scripts and a WebSocket.
          'Content-Security-Policy': "frame-ancestors 'none'",
        },
      });
    },
  };
}
