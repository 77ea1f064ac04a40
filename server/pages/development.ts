import { type Pages, type PagesDeps, type Renderer, readerOf } from './pages.ts';

/** The same pages through Vite: changes show at once, on the same port as the API. */
export async function developmentPages({ server, api }: PagesDeps): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  server.once('close', () => vite.close());
  const read = readerOf(api);

  return {
    first: (incoming, outgoing, next) =>
      incoming.url?.startsWith('/api/') ? next() : vite.middlewares(incoming, outgoing, next),
    async answer(request) {
      const { pathname } = new URL(request.url);
      const renderer = (await vite.ssrLoadModule('/web/render.tsx')) as Renderer;
      const page = await renderer.render({
        path: pathname,
        read,
        scripts: ['/web/client.tsx'],
        styles: [],
      });
      return new Response(await vite.transformIndexHtml(pathname, page.html), {
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
