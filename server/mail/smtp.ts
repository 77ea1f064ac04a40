import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A mail that is ready to be sent. Plain text only. */
export interface Message {
  /** Without angle brackets. */
  id: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  /** An address that ends these mails by a POST. */
  endUrl?: string | undefined;
}

export interface Transport {
  /** Resolves when the server has taken the message. Rejects with a MailFailure. */
  send(message: Message): Promise<void>;
  /** Ends the connection of a message that is being sent. */
  close(): void;
}

interface FailureFacts {
  /** The server will never take it: another attempt is useless. */
  isPermanent?: boolean;
  /** False when the message may have arrived although the answer is missing. */
  isCertain?: boolean;
  /** For admins: no address, no password. */
  reason: string;
  /** For the log: a status code or the code of an error. */
  code: string;
}

export class MailFailure extends Error {
  readonly isPermanent: boolean;
  readonly isCertain: boolean;
  readonly reason: string;
  readonly code: string;

  constructor({ isPermanent = false, isCertain = true, reason, code }: FailureFacts) {
    super(reason);
    this.isPermanent = isPermanent;
    this.isCertain = isCertain;
    this.reason = reason;
    this.code = code;
  }
}

interface SmtpOptions {
  /** smtp://user:password@host:port, or smtps:// for TLS from the start. */
  url: string;
  from: string;
  /** The name of this machine in the greeting. */
  name: string;
  /** Time limits in milliseconds. */
  connectTimeout?: number;
  messageTimeout?: number;
}

/** Sends each message over a connection of its own, one at a time. */
export function createSmtp({
  url,
  from,
  name,
  connectTimeout = 10_000,
  messageTimeout = 30_000,
}: SmtpOptions): Transport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const auth = username && {
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
  };
  const host = hostname.replace(/^\[|\]$/g, '');
  let abort = () => {};

  async function send(message: Message): Promise<void> {
    const connection = new SMTPConnection({
      host,
      ...(port && { port: Number(port) }),
      secure: protocol === 'smtps:',
      // A password is never sent in the clear over a network.
      requireTLS: Boolean(auth) && !isLoopback(host),
      name,
      connectionTimeout: connectTimeout,
      greetingTimeout: connectTimeout,
      dnsTimeout: connectTimeout,
      socketTimeout: messageTimeout,
    });
    const failed = Promise.withResolvers<never>();
    connection.once('error', failed.reject);
    // Errors after the end are of no interest.
    connection.on('error', () => {});
    const late = setTimeout(() => failed.reject(timedOut()), messageTimeout);
    abort = () => failed.reject(timedOut());
    let isSending = false;
    const steps = async () => {
      await done((next) => connection.connect(next));
      if (auth) await done((next) => connection.login({ ...auth }, next));
      const mail = compose(message, from);
      const data = await mail.build();
      isSending = true;
      await done((next) => connection.send(mail.getEnvelope(), data, next));
    };
    try {
      await Promise.race([steps(), failed.promise]);
    } catch (error) {
      throw toFailure(error as SmtpError, message.to, isSending);
    } finally {
      clearTimeout(late);
      abort = () => {};
      connection.close();
    }
  }

  return { send, close: () => abort() };
}

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

const timedOut = () => Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });

const done = (call: (next: (error?: Error | null) => void) => unknown) =>
  new Promise<void>((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()));
  });

const compose = ({ id, to, replyTo, subject, text, endUrl }: Message, from: string) =>
  new MailComposer({
    from,
    // Objects, because a text would be parsed as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    messageId: `<${id}>`,
    // Programs must not answer it.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(endUrl && {
        'List-Unsubscribe': `<${endUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();

interface SmtpError extends Error {
  code?: string;
  command?: string;
  /** The answer of the server, and its status code. */
  response?: string;
  responseCode?: number;
}

function toFailure(error: SmtpError, to: string, isSending: boolean): MailFailure {
  const { code = 'EUNKNOWN', command = '', response, responseCode } = error;
  // A server may repeat in its answer what it was given to sign in.
  if (code === 'EAUTH') return new MailFailure({ reason: 'The sign-in was refused.', code });
  if (response && responseCode) {
    return new MailFailure({
      // The answers to other commands are about the connection or our own address, which a person can mend.
      isPermanent: responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command),
      reason: withoutAddresses(response, to),
      code: String(responseCode),
    });
  }
  const reason = code === 'ETIMEDOUT' ? 'No answer in time' : 'No connection';
  return new MailFailure({ isCertain: !isSending, reason: `${reason} (${code})`, code });
}

/** The first words of an answer. Servers repeat the address, in whole or in part. */
function withoutAddresses(response: string, to: string): string {
  const local = to.split('@')[0]?.toLowerCase();
  const bare = (word: string) => word.toLowerCase().replace(/^\W+|\W+$/g, '');
  const cleaned = response
    .replace(/\S*@\S*/g, '…')
    .split(/\s+/)
    .map((word) => (bare(word) === local ? '…' : word))
    .join(' ');
  return cleaned.length > 200 ? `${cleaned.slice(0, 199)}…` : cleaned;
}
