import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { cert, key } from './certificate.ts';

/** A mail server on this machine that keeps what it is sent. */

export interface ReceivedMail {
  /** The addresses of the envelope. */
  from: string;
  to: string[];
  isEncrypted: boolean;
  /** By name, in lower case. A header that stands twice has two values. */
  headers: Map<string, string[]>;
  /** The decoded body. */
  body: string;
}

export interface SmtpSettings {
  /** Asks for a sign-in with this password. */
  password?: string;
  /** Encrypted from the start, or after STARTTLS. Not encrypted if it is left out. */
  tls?: 'smtps' | 'STARTTLS';
  /** Called before a recipient is accepted. An error with `responseCode` refuses it. */
  onRecipient?(address: string): Promise<void> | void;
  /** Called before a message is acknowledged, when it is kept already. */
  onMessage?(): Promise<void> | void;
}

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>;

export async function startSmtp({ password, tls, onRecipient, onMessage }: SmtpSettings = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    secure: tls === 'smtps',
    ...(tls && { key, cert }),
    disabledCommands: [
      ...(password === undefined ? ['AUTH'] : []),
      ...(tls === 'STARTTLS' ? [] : ['STARTTLS']),
    ],
    onAuth({ username, password: given }, _session, callback) {
      if (given === password) callback(null, { user: username });
      else callback(refusal(535, `${given} is wrong`));
    },
    closeTimeout: 100,
    async onRcptTo({ address }, _session, callback) {
      try {
        await onRecipient?.(address);
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
    async onData(stream, { envelope, secure }, callback) {
      const raw = await text(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      mails.push({ from, to, isEncrypted: secure, ...parse(raw) });
      try {
        await onMessage?.();
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    /** The mails to this address. */
    to: (address: string) => mails.filter((mail) => mail.to.includes(address)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Refuses a recipient or a message with this status. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...rest] = line.split(':');
    const values = headers.get(name.toLowerCase()) ?? [];
    headers.set(name.toLowerCase(), [...values, rest.join(':').trim()]);
  }
  const body = raw.slice(end + 4);
  const encoding = headers.get('content-transfer-encoding')?.[0];
  return { headers, body: decode(body, encoding).replaceAll('\r\n', '\n') };
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
