import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** A way to a database on this machine that can hold back what it carries, as a network does without a word. */
export async function holdableLine(url: string) {
  const target = new URL(url);
  const place = new URL(url);
  let isHeld = false;
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
        // What was held back before still arrives.
        to.end();
      });
      if (isHeld) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  place.port = String((server.address() as { port: number }).port);
  return {
    url: place.href,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    /** What was held back never arrives; new connections speak. */
    renew() {
      isHeld = false;
    },
    release() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
