import { createFeeds } from './feeds.ts';
import {
  type Pages,
  type PagesDeps,
  type Renderer,
  readerOf,
  withoutTrailingSlash,
} from './pages.ts';

/** The same pages through Vite: changes show at once, on the same port as the API. */
export async function developmentPages({ server, api, origin }: PagesDeps): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const read = readerOf(api);
  const feeds = createFeeds(read, origin);

  return {
    close: () => vite.close(),
    first: (incoming, outgoing, next) =>
      incoming.url?.startsWith('/api/') ? next() : vite.middlewares(incoming, outgoing, next),
    async answer(request) {
      const url = new URL(request.url);
      const other = (await feeds.get(url.pathname)?.()) ?? withoutTrailingSlash(url);
      if (other) return other;
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
        sheet: '',
        // Ahead of the scripts, or the page would show unstyled first.
        styles: ['/web/styles/site.css?direct'],
        chunksOf: (module) => ({
          scripts: [],
          styles: module.startsWith('web/admin/') ? ['/web/styles/admin.css?direct'] : [],
        }),
      });
      return new Response(page.html, {
        status: page.status,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          // Hot reload needs inline scripts and a socket.
          'Content-Security-Policy': "frame-ancestors 'none'",
        },
      });
    },
  };
}
