import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** A server that finishes all requests before it stops. */
export interface Listener {
  server: Server;
  /** `variable` is the name of the setting that has the port. */
  listen(port: number, host: string, variable?: string): Promise<void>;
  /** Sets the handler. Requests that arrived before it was set are handled now. */
  answerWith(handler: RequestListener): void;
  /**
   * Finishes the open requests with `Connection: close`, then refuses new connections. Cuts what is not finished in
   * time.
   */
  drain(milliseconds: number): Promise<void>;
}

/** A client that reads nothing of its response for this long is disconnected, in milliseconds. */
const idleReaderTimeout = 60_000;

/** A client that has not read all of its responses for this long is disconnected, in milliseconds. */
const slowReaderTimeout = 5 * 60_000;

/** How long a stopping server still accepts requests, in milliseconds. */
const lastCall = 150;

/** The message is for the person who starts the server. */
export class ListenError extends Error {}

/** Limits against clients that send slowly, in milliseconds. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};

export function createListener({ longestSend = slowReaderTimeout } = {}): Listener {
  // Node need not create a body stream for a request that has no body.
  const server = createServer({ ...timeouts, optimizeEmptyRequests: true });
  server.timeout = idleReaderTimeout;
  const early: Parameters<RequestListener>[] = [];
  let handler: RequestListener = (...request) => early.push(request);
  const answering = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const quiet = new Set<Socket>();
  const sendingSince = new WeakMap<Socket, number>();
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
    // Answered synchronously: there is nothing to wait for.
    if (outgoing.writableEnded) return;
    answering.add(outgoing);
    outgoing.once('close', () => {
      answering.delete(outgoing);
      if (closing) closeIdle();
    });
  });

  // A client that reads a byte now and then holds the rest of its response in memory.
  const cutSlowReaders = setInterval(() => {
    for (const socket of sockets) {
      const since = sendingSince.get(socket) ?? Date.now();
      if (socket.writableLength === 0) sendingSince.delete(socket);
      else if (Date.now() - since >= longestSend) socket.destroy();
      else sendingSince.set(socket, since);
    }
  }, longestSend / 20).unref();

  /** Node counts a connection as idle once its response is written, although most of it may still be in the send buffer. */
  function closeIdle(): void {
    const isSending = [...sockets].some(({ writableLength }) => writableLength > 0);
    if (isSending) setTimeout(closeIdle, 50).unref();
    else server.closeIdleConnections();
  }

  return {
    server,
    listen: (port, host, variable = 'PORT') =>
      new Promise((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) =>
          reject(new ListenError(inWords(error, port, host, variable))),
        );
        server.listen(port, host, resolve);
      }),
    answerWith(answer) {
      handler = answer;
      for (const request of early.splice(0)) answer(...request);
    },
    async drain(milliseconds) {
      stopping = true;
      clearInterval(cutSlowReaders);
      for (const outgoing of answering) {
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      }
      // Requests may have arrived that are not read yet. For a moment all are still served, with `Connection: close`.
      // Two more turns of the event loop read the ones that came at the very end.
      await wait(lastCall);
      await nextTurn();
      await nextTurn();
      closing = true;
      await new Promise<void>((resolve) => {
        setTimeout(() => {
          server.closeAllConnections();
          resolve();
        }, milliseconds).unref();
        // The close method of http.Server would cut responses that are still being sent.
        NetServer.prototype.close.call(server, () => resolve());
        closeIdle();
        // Browsers open spare connections ahead of need. Nobody waits for a response on these.
        for (const socket of quiet) if (socket.bytesRead === 0) socket.end();
      });
    },
  };
}

function inWords(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string,
  variable: string,
): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set ${variable} to another.`;
  if (code === 'EACCES') return `Port ${port} is not allowed here: set ${variable} to another.`;
  return `Cannot listen on ${variable.replace('PORT', 'HOST')} ${host}, ${variable} ${port}: ${message}`;
}
