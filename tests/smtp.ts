import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { cert, key } from './certificate.ts';

/** A mail server on this machine that keeps the mails that it receives. */

export interface ReceivedMail {
  /** `from` and `to` are the addresses of the SMTP envelope. */
  from: string;
  to: string[];
  isEncrypted: boolean;
  /** The values of each header, by its name in lower case. A header that occurs twice has two values. */
  headers: Map<string, string[]>;
  /** The body, decoded from its transfer encoding. */
  body: string;
}

export interface SmtpSettings {
  /** If set, clients must sign in with this password. Any user name is accepted. */
  password?: string;
  /** Encrypts connections from the start (`smtps`), or after STARTTLS. If missing, connections are not encrypted. */
  tls?: 'smtps' | 'STARTTLS';
  /** Called before a recipient is accepted. An error that it throws (see `refusal`) refuses the recipient. */
  onRecipient?(address: string): Promise<void> | void;
  /** Called after a mail is added to `mails`, before it is acknowledged. An error that it throws refuses the mail. */
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
      try {
        // Fails if the client disconnects in the middle of the message.
        const raw = await text(stream);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, isEncrypted: secure, ...parse(raw) });
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
    to: (address: string) => mails.filter((mail) => mail.to.includes(address)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns an error that refuses a recipient, a message or a sign-in with this SMTP status. */
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
