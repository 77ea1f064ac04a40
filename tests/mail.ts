import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { MailerDeps } from '#server/mail/mailer.ts';
import { createSmtp } from '#server/mail/smtp.ts';
import { contactDraft } from './drafts.ts';
import { startApi } from './harness.ts';
import { type SmtpSettings, startSmtp } from './smtp.ts';

/** Starts an API with mail. Mails wait in the outbox until a test calls `sendDue(mailer)`. */
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
    /** Starts a mail server, and returns it with a mailer that sends to it. */
    async mailServer(settings: SmtpSettings = {}) {
      const smtp = await startSmtp(settings);
      after(smtp.stop);
      return { ...smtp, mailer: mailerTo(smtp.url) };
    },
    /** Returns the token of a new admin. Earlier tokens may have expired, because tests move the clock. */
    staff: async () => ({ token: (await userWithToken('admin')).token }),
    /** Returns an e-mail address that was not used before. */
    newAddress() {
      number += 1;
      return `sender${number}@example.org`;
    },
    async submit(email: string, more: object = {}, headers: Record<string, string> = {}) {
      const body = { ...contactDraft, email, ...more };
      const { status, body: answer } = await call('POST', '/api/contact', { body, headers });
      assert.equal(status, 201);
      return answer as { id: string; receiptPath: string };
    },
    /** Returns the outbox rows of a submission: its mails that wait, and those that were given up. */
    outbox,
    async oneMail(id: string) {
      const [row, ...others] = await outbox(id);
      assert.ok(row);
      assert.deepEqual(others, []);
      return row;
    },
    /** Returns the number of secrets that open the receipt of a submission. Each link to it has a different secret. */
    countReceiptSecrets: async (id: string) =>
      (await db.selectFrom('receipts').selectAll().where('submission_id', '=', id).execute())
        .length,
  };
}

/** Returns the API path of the receipt that a mail links to. */
export const receiptApiIn = (body = '') =>
  receiptApi(body.match(/https:\/\/lab\.example(\/receipt\/[0-9a-f]{40})/)?.[1] ?? '');

export const receiptApi = (path: string) => path.replace('/receipt/', '/api/receipts/');
