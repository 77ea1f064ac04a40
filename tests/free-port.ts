import { createServer } from 'node:net';

/**
 * Returns a port on which nothing listens, for a server that must know its port before it starts. All systems give
 * higher ports to connections and to servers that ask for any port.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return String(port);
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
