import { connect } from 'node:net';

/** Sends requests as bytes, also requests that no browser or library would send. */

export interface WireAnswer {
  /** The status of the response, or 0 if there was none. */
  status: number;
  /** The status line and the headers, in lower case. */
  head: string;
  body: string;
  /** True if the connection was still open after `patience` milliseconds without traffic. */
  hung: boolean;
}

const patience = 10_000;

/**
 * Sends these bytes on a new connection, and reads until the connection is closed. With `isLast` the sender closes
 * its side after the bytes.
 */
export function exchange(
  url: string,
  bytes: string | Buffer,
  { isLast = false } = {},
): Promise<WireAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    let hung = false;
    socket.setTimeout(patience, () => {
      hung = true;
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset connection is not a failure here: the event `close` follows.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ ...readAnswer(Buffer.concat(chunks)), hung }));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    if (isLast) socket.end();
  });
}

function readAnswer(bytes: Buffer): Omit<WireAnswer, 'hung'> {
  const interim = bytes.toString('latin1').match(/^HTTP\/1\.1 100 [\s\S]*?\r\n\r\n/)?.[0] ?? '';
  const answer = bytes.subarray(interim.length);
  const end = answer.indexOf('\r\n\r\n');
  const head = answer.toString('latin1', 0, end === -1 ? undefined : end).toLowerCase();
  const status = Number(head.match(/^http\/1\.1 (\d{3})/)?.[1] ?? 0);
  return { status, head, body: end === -1 ? '' : answer.toString('utf8', end + 4) };
}

export interface WireRequest {
  method: string;
  /** The request target, sent without normalisation. */
  target: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/** Returns the bytes of a request with `Connection: close`, so that the server closes after its response. */
export function bytesOf({ method, target, headers = {}, body }: WireRequest): Buffer {
  const payload = Buffer.from(body ?? '', 'utf8');
  const all: Record<string, string> = {
    Host: 'lab.example',
    Connection: 'close',
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(payload.length),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), payload]);
}
