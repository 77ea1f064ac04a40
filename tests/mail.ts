import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { MailerDeps } from '#server/mail/mailer.ts';
import { createSmtp } from '#server/mail/smtp.ts';
import { contactDraft } from './drafts.ts';
import { startApi } from './harness.ts';
import { type SmtpSettings, startSmtp } from './smtp.ts';

/** The API of a site that sends mail. Tests send what is due by `sendDue(mailer)`. */
export async function startMailApi() {
  const api = await startApi({ mail: { wake() {} } });
  const { call, db, deps, userWithToken } = api;
  let number = 0;

  const mailerTo = (url: string, limits = {}): MailerDeps => ({
    db,
    write: deps.write,
    clock: deps.clock,
    logger: deps.logger,
    site: { name: 'Fledge', origin: 'https://lab.example' },
    transport: createSmtp({
      url,
      from: 'Fledge <lab@lab.example>',
      name: 'lab.example',
      ...limits,
    }),
  });
  const outbox = (id: string) =>
    db.selectFrom('outbox').selectAll().where('submission_id', '=', id).execute();

  return {
    ...api,
    mailerTo,
    /** A mail server, and a mailer that sends to it. */
    async mailServer(settings: SmtpSettings = {}) {
      const smtp = await startSmtp(settings);
      after(smtp.stop);
      return { ...smtp, mailer: mailerTo(smtp.url) };
    },
    /** A session that has not expired, although the tests move the clock. */
    staff: async () => ({ token: (await userWithToken('admin')).token }),
    /** An address that was not used before. */
    newAddress() {
      number += 1;
      return `sender${number}@example.org`;
    },
    /** Sends a contact message. */
    async submit(email: string, more: object = {}, headers: Record<string, string> = {}) {
      const body = { ...contactDraft, email, ...more };
      const { status, body: answer } = await call('POST', '/api/contact', { body, headers });
      assert.equal(status, 201);
      return answer as { id: string; receiptPath: string };
    },
    /** The mails that wait or were given up. */
    outbox,
    async oneMail(id: string) {
      const [row, ...others] = await outbox(id);
      assert.ok(row);
      assert.deepEqual(others, []);
      return row;
    },
    /** How many links to the receipt there are. */
    secretsOf: async (id: string) =>
      (await db.selectFrom('receipts').selectAll().where('submission_id', '=', id).execute())
        .length,
  };
}

/** The address in the API of the receipt that a mail links to. */
export const linkIn = (body = '') =>
  receiptApi(body.match(/https:\/\/lab\.example(\/receipt\/[0-9a-f]{40})/)?.[1] ?? '');

export const receiptApi = (path: string) => path.replace('/receipt/', '/api/receipts/');
