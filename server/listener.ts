import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** A server that can be stopped without cutting anybody off. */
export interface Listener {
  server: Server;
  listen(port: number, host: string): Promise<void>;
  /** Requests that arrive earlier wait for this. */
  answerWith(handler: RequestListener): void;
  /**
   * Requests finish and are told that it was the last one on their connection, then new connections are
   * refused; what is not done in time is cut.
   */
  drain(milliseconds: number): Promise<void>;
}

/** Whoever takes nothing of their answer for so long is let go, in milliseconds. */
const idleReader = 60_000;

/** How long a connection is kept open for another request, in seconds. */
export const keptOpen = 5;

/** How long a server that is to stop still takes what comes, in milliseconds. */
const lastCall = 150;

/** Its text is for the person who starts the server. */
export class ListenError extends Error {}

/**
 * What a client may take, in milliseconds. Whoever sends a byte now and then is cut when the time for the whole
 * request is over, and that is looked after often enough.
 */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  keepAliveTimeout: keptOpen * 1000,
  connectionsCheckingInterval: 2_000,
};

export function createListener(): Listener {
  // What has no body need not be read to its end.
  const server = createServer({ ...patience, optimizeEmptyRequests: true });
  server.timeout = idleReader;
  const early: Parameters<RequestListener>[] = [];
  let handler: RequestListener = (...request) => early.push(request);
  const answering = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const quiet = new Set<Socket>();
  let stopping = false;
  let closing = false;

  server.on('connection', (socket) => {
    sockets.add(socket);
    quiet.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      quiet.delete(socket);
    });
  });
  server.on('request', (incoming, outgoing) => {
    quiet.delete(incoming.socket);
    if (stopping) outgoing.setHeader('Connection', 'close');
    handler(incoming, outgoing);
    // What was answered on the spot need not be remembered.
    if (outgoing.writableEnded) return;
    answering.add(outgoing);
    outgoing.once('close', () => {
      answering.delete(outgoing);
      if (closing) closeIdle();
    });
  });

  /** For Node a connection is idle as soon as its answer is written, though most of it may still be on its way. */
  function closeIdle(): void {
    const isSending = [...sockets].some(({ writableLength }) => writableLength > 0);
    if (isSending) setTimeout(closeIdle, 50).unref();
    else server.closeIdleConnections();
  }

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) =>
          reject(new ListenError(inWords(error, port, host))),
        );
        server.listen(port, host, resolve);
      }),
    answerWith(answer) {
      handler = answer;
      for (const request of early.splice(0)) answer(...request);
    },
    async drain(milliseconds) {
      stopping = true;
      for (const outgoing of answering) {
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      }
      // What has arrived may not have been read yet. For a moment all are served, and told that it was the
      // last time on their connection; two more turns read what came at the very end.
      await wait(lastCall);
      await nextTurn();
      await nextTurn();
      closing = true;
      await new Promise<void>((resolve) => {
        setTimeout(() => {
          server.closeAllConnections();
          resolve();
        }, milliseconds).unref();
        // The HTTP server's own would cut what is still being sent.
        NetServer.prototype.close.call(server, () => resolve());
        closeIdle();
        // Opened ahead of need, as browsers do: nobody is waiting on these.
        for (const socket of quiet) if (socket.bytesRead === 0) socket.end();
      });
    },
  };
}

function inWords({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT to another.`;
  if (code === 'EACCES') return `Port ${port} is not allowed here: set PORT to another.`;
  return `Cannot listen on HOST ${host}, PORT ${port}: ${message}`;
}
