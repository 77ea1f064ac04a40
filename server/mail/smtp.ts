import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { sliceWhole } from '#contract/slice-whole.ts';

/** A mail in plain text that is ready to be sent. */
export interface Message {
  /** The Message-ID without angle brackets. */
  id: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  /** The URL for one-click unsubscribing: a POST request to it unsubscribes the recipient. */
  endUrl?: string | undefined;
}

export interface Transport {
  /** Resolves when the server has accepted the message. Rejects with a MailFailure. */
  send(message: Message): Promise<void>;
  /** Aborts the message that is being sent. */
  close(): void;
}

interface FailureFacts {
  /** True if the server will never accept the message, so that another attempt is useless. */
  isPermanent?: boolean;
  /** True if the message certainly did not arrive. False if it may have arrived without a confirmation. */
  isCertain?: boolean;
  /** The text for admins. It contains no address of a recipient and no password. */
  reason: string;
  /** The SMTP status code or the error code, for the log. */
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
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the start. */
  url: string;
  from: string;
  /** The host name that the client sends in its EHLO greeting. */
  name: string;
  /** Milliseconds for each of: the DNS lookup, the connection, the greeting. */
  connectTimeout?: number;
  /** Milliseconds for the whole message. */
  messageTimeout?: number;
}

/** Opens a connection for each message. Callers send one at a time, because `close` aborts only the last message. */
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
      // A password is sent only over TLS, except to this machine.
      requireTLS: Boolean(auth) && !isLoopback(host),
      name,
      connectionTimeout: connectTimeout,
      greetingTimeout: connectTimeout,
      dnsTimeout: connectTimeout,
      socketTimeout: messageTimeout,
    });
    const failed = Promise.withResolvers<never>();
    connection.once('error', failed.reject);
    // Ignores later errors: an 'error' event without a listener would end the process.
    connection.on('error', () => {});
    const timer = setTimeout(() => failed.reject(timedOut()), messageTimeout);
    abort = () => failed.reject(timedOut());
    let isSending = false;
    const steps = async () => {
      await toPromise((next) => connection.connect(next));
      if (auth) await toPromise((next) => connection.login({ ...auth }, next));
      const mail = compose(message, from);
      const data = await mail.build();
      isSending = true;
      await toPromise((next) => connection.send(mail.getEnvelope(), data, next));
    };
    try {
      await Promise.race([steps(), failed.promise]);
    } catch (error) {
      throw toFailure(error as SmtpError, message.to, isSending);
    } finally {
      clearTimeout(timer);
      abort = () => {};
      connection.close();
    }
  }

  return { send, close: () => abort() };
}

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

const timedOut = () => Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });

const toPromise = (call: (next: (error?: Error | null) => void) => unknown) =>
  new Promise<void>((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()));
  });

const compose = ({ id, to, replyTo, subject, text, endUrl }: Message, from: string) =>
  new MailComposer({
    from,
    // An object, because a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    messageId: `<${id}>`,
    headers: {
      // Asks programs, such as vacation responders, not to answer.
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
  /** The answer of the server; `responseCode` is its status code. */
  response?: string;
  responseCode?: number;
}

function toFailure(error: SmtpError, to: string, isSending: boolean): MailFailure {
  const { code = 'EUNKNOWN', command = '', response, responseCode } = error;
  // The answer of the server is not used, because it may repeat the credentials.
  if (code === 'EAUTH') return new MailFailure({ reason: 'The sign-in was refused.', code });
  if (response && responseCode) {
    return new MailFailure({
      // A refusal of any other command concerns the connection or the lab's own address. An admin can correct these, so
      // the mail is tried again.
      isPermanent: responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command),
      reason: withoutAddresses(response, to),
      code: String(responseCode),
    });
  }
  const reason = code === 'ETIMEDOUT' ? 'No answer in time' : 'No connection';
  return new MailFailure({ isCertain: !isSending, reason: `${reason} (${code})`, code });
}

/** Replaces addresses and the recipient's local part, which servers repeat. Cuts the text to 200 characters. */
function withoutAddresses(response: string, to: string): string {
  const local = to.split('@')[0]?.toLowerCase();
  const bare = (word: string) => word.toLowerCase().replace(/^\W+|\W+$/g, '');
  const cleaned = response
    .replace(/\S*@\S*/g, '…')
    .split(/\s+/)
    .map((word) => (bare(word) === local ? '…' : word))
    .join(' ');
  return cleaned.length > 200 ? `${sliceWhole(cleaned, 0, 199)}…` : cleaned;
}
