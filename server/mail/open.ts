import type { Config } from '../config.ts';
import type { Repeated } from '../repeat.ts';
import { type MailerDeps, startMailer } from './mailer.ts';
import { createSmtp } from './smtp.ts';

/** Starts to send mails through the server of MAIL_URL. */
export function openMailer(
  { url, from }: NonNullable<Config['mail']>,
  deps: Omit<MailerDeps, 'transport'>,
): Repeated {
  const transport = createSmtp({ url, from, name: new URL(deps.site.origin).hostname });
  return startMailer({ ...deps, transport });
}
