import { connect } from 'node:net';

/** Requests as bytes: what a browser or a library would never send. */

export interface WireAnswer {
  /** 0: closed without an answer. */
  status: number;
  /** As they came, in lower case. */
  head: string;
  body: string;
  /** Neither answered nor closed in time. */
  hung: boolean;
}

const patience = 10_000;

/**
 * Sends these bytes on a connection of their own, and reads until it is closed. `isLast`: the sender says that
 * it has no more to send.
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
    // A connection cut by the other side is an answer, too.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ ...readAnswer(Buffer.concat(chunks)), hung }));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    if (isLast) socket.end();
  });
}

function readAnswer(bytes: Buffer): Omit<WireAnswer, 'hung'> {
  const text = bytes.toString('latin1').replace(/^HTTP\/1\.1 100 [\s\S]*?\r\n\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const head = (end === -1 ? text : text.slice(0, end)).toLowerCase();
  const status = Number(head.match(/^http\/1\.1 (\d{3})/)?.[1] ?? 0);
  return { status, head, body: end === -1 ? '' : text.slice(end + 4) };
}

export interface WireRequest {
  method: string;
  /** Sent to the letter. */
  target: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/** The bytes of one request, after which the connection closes. */
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
