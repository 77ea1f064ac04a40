import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, waitForHydration } from './site.ts';

/** On a slow network, a page is painted before all of it has arrived. Later parts must not cause a layout shift. */

const pieces = 24;

const paths = ['/', '/ideas', '/blog/a-chart-you-can-hear', '/join-team'];

test('home, a list, a post and a form arrive bit by bit without a layout shift', async ({
  page,
  server,
}) => {
  const proxy = await startSlowProxy(server);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const measured = window as { moved?: string[] };
    measured.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as LayoutShift;
        if (value < 0.005) continue;
        const names = sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 60));
        measured.moved?.push(`${value.toFixed(3)}: ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  try {
    for (const path of paths) {
      await page.goto(`${proxy.address}${path}`);
      await waitForHydration(page);
      const moved = await page.evaluate(() => (window as { moved?: string[] }).moved);
      expect(moved, path).toEqual([]);
    }
  } finally {
    proxy.server.close();
    proxy.server.closeAllConnections();
  }
});

interface LayoutShift {
  value: number;
  sources: { node: Node | null }[];
}

/** Starts a proxy in front of the site. It sends the `main` part of a page in pieces, and everything else at once. */
async function startSlowProxy(site: string): Promise<{ address: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const { accept = '*/*' } = request.headers;
    const answer = await fetch(`${site}${request.url}`, { headers: { accept } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (type.startsWith('text/html')) {
      const main = bytes.indexOf('<main');
      const end = bytes.indexOf('<footer');
      response.write(bytes.subarray(0, main));
      const each = Math.ceil((end - main) / pieces);
      for (let sent = main; sent < end; sent += each) {
        await pause(50);
        response.write(bytes.subarray(sent, Math.min(sent + each, end)));
      }
      response.end(bytes.subarray(end));
    } else response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
