import { connect, type Socket } from 'node:net';

/** An HTTP client on a plain socket, to control which bytes are sent when. It has one request at a time. */
export interface RawClient {
  socket: Socket;
  /** Returns true once the connection is closed or broken. */
  isClosed(): boolean;
  /** Sends a request and resolves with its response. Rejects with `ConnectionLost` if the connection ends before. */
  ask(request: string): Promise<RawAnswer>;
  /** Resolves with the next response. For requests that were written to `socket` directly. */
  answer(): Promise<RawAnswer>;
  close(): void;
}

export interface RawAnswer {
  status: number;
  body: string;
  /** True if the response has the header `Connection: close`. */
  isLast: boolean;
}

/** The error for a connection that ended without a complete response. */
export class ConnectionLost extends Error {}

/** Opens a connection. Rejects with the error of the socket, such as ECONNREFUSED. */
export function openRaw(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay();
  let received = '';
  let ended: string | undefined;
  let notify: () => void = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    received += chunk;
    notify();
  });
  const end = (why: string) => {
    ended ??= why;
    notify();
  };
  socket.on('end', () => end('closed'));
  socket.on('error', ({ message }) => end(message));
  socket.on('close', () => end('closed'));

  const answer = () =>
    new Promise<RawAnswer>((resolve, reject) => {
      notify = () => {
        const whole = parse(received);
        if (whole) {
          received = received.slice(whole.length);
          resolve(whole.answer);
        } else if (ended !== undefined) {
          reject(new ConnectionLost(`${ended} after ${received.length} characters of an answer`));
        }
      };
      notify();
    });

  const client: RawClient = {
    socket,
    isClosed: () => ended !== undefined,
    ask(request) {
      socket.write(request, 'utf8');
      return answer();
    },
    answer,
    close: () => socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(client));
    socket.once('error', reject);
  });
}

function parse(text: string): { answer: RawAnswer; length: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = text.slice(0, headEnd);
  const start = headEnd + 4;
  const field = (name: string) => head.match(new RegExp(`^${name}: *(.*)$`, 'im'))?.[1];
  const isChunked = field('transfer-encoding') === 'chunked';
  const last = '0\r\n\r\n';
  const end = isChunked
    ? text.indexOf(last, start) + last.length
    : start + Number(field('content-length') ?? 0);
  if (end < start || text.length < end) return undefined;
  return {
    answer: {
      status: Number(head.match(/^HTTP\/1\.1 (\d+)/)?.[1]),
      body: text.slice(start, end),
      isLast: field('connection')?.toLowerCase() === 'close',
    },
    length: end,
  };
}

export const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

export function postRequest(path: string, draft: object, key: string): string {
  const body = JSON.stringify(draft);
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Idempotency-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
