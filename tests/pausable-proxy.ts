import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** Starts a TCP proxy to a database. It can stop forwarding without closing the connections, like a broken network. */
export async function pausableProxy(url: string) {
  const target = new URL(url);
  const proxied = new URL(url);
  let isPaused = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        // `end` instead of `destroy`: data that was written before the close still arrives.
        to.end();
      });
      if (isPaused) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  proxied.port = String((server.address() as { port: number }).port);
  return {
    url: proxied.href,
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    /** Lets new connections work. Paused connections stay paused. */
    renew() {
      isPaused = false;
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
