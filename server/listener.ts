import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** An HTTP server that can finish its open requests before it stops. */
export interface Listener {
  server: Server;
  /** Starts to listen. Error messages name `variable`, the environment variable of the port. */
  listen(port: number, host: string, variable?: string): Promise<void>;
  /** Sets the handler. The first call also handles the requests that have arrived so far. */
  answerWith(handler: RequestListener): void;
  /**
   * Stops the server. For `lastCall` milliseconds still accepts requests. Then refuses new connections and waits until
   * the open requests are finished. Closes connections that are still open after further `milliseconds`.
   */
  drain(milliseconds: number): Promise<void>;
}

/** Milliseconds after which a connection without any traffic is closed, for example when a client reads nothing. */
const idleReaderTimeout = 60_000;

/** Milliseconds for which a send buffer may stay non-empty before its connection is closed. */
const slowReaderTimeout = 5 * 60_000;

/** Milliseconds for which a stopping server still accepts requests. */
const lastCall = 150;

/** Thrown when the server cannot listen. The message is for the person who starts the server. */
export class ListenError extends Error {}

/** Limits for connections on which a client sends slowly or nothing, in milliseconds. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};

export function createListener({ longestSend = slowReaderTimeout } = {}): Listener {
  // `optimizeEmptyRequests`: a request without a body gets a body stream that has already ended.
  const server = createServer({ ...timeouts, optimizeEmptyRequests: true });
  server.timeout = idleReaderTimeout;
  const earlyRequests: Parameters<RequestListener>[] = [];
  let handler: RequestListener = (...request) => earlyRequests.push(request);
  /** The latest response of each open connection. Undefined before the first request. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  const sendingSince = new WeakMap<Socket, number>();
  let stopping = false;
  let closing = false;

  server.on('connection', (socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (incoming, outgoing) => {
    connections.set(incoming.socket, outgoing);
    if (stopping) closeAfter(outgoing);
    handler(incoming, outgoing);
  });

  /**
   * Lets the connection end after this response: by `Connection: close`, or by `closeIdle` if its headers are sent. Has
   * no effect on a response that is complete.
   */
  function closeAfter(outgoing: ServerResponse): void {
    if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
    outgoing.once('close', () => {
      if (closing) closeIdle();
    });
  }

  // A client that reads a few bytes now and then avoids `server.timeout`, while the rest of its response takes memory.
  const cutSlowReaders = setInterval(() => {
    for (const socket of connections.keys()) {
      const since = sendingSince.get(socket) ?? Date.now();
      if (socket.writableLength === 0) sendingSince.delete(socket);
      else if (Date.now() - since >= longestSend) socket.destroy();
      else sendingSince.set(socket, since);
    }
  }, longestSend / 20).unref();

  /**
   * Closes idle connections once no socket has unsent data. Node counts a connection as idle once its response is
   * written, although most of it may still be in the send buffer.
   */
  function closeIdle(): void {
    const isSending = [...connections.keys()].some(({ writableLength }) => writableLength > 0);
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
      for (const request of earlyRequests.splice(0)) answer(...request);
    },
    async drain(milliseconds) {
      stopping = true;
      clearInterval(cutSlowReaders);
      for (const outgoing of connections.values()) if (outgoing) closeAfter(outgoing);
      // Requests may have arrived that Node has not read yet, so requests are still served, with `Connection: close`.
      // Two more turns of the event loop read the requests that arrived at the very end.
      await wait(lastCall);
      await nextTurn();
      await nextTurn();
      closing = true;
      await new Promise<void>((resolve) => {
        setTimeout(() => {
          server.closeAllConnections();
          resolve();
        }, milliseconds).unref();
        // The `close` method of http.Server would also close idle connections that still have unsent data.
        NetServer.prototype.close.call(server, () => resolve());
        closeIdle();
        // Browsers open spare connections in advance. A connection without a single byte from the client can be closed.
        for (const [socket, outgoing] of connections) {
          if (!outgoing && socket.bytesRead === 0) socket.end();
        }
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
