import { FailedMail, MailSettings, MailSettingsChange } from '#contract/mail.ts';
import { z } from '#contract/zod.ts';
import { dismissMail, listGivenUp, retryMail } from '../store/given-up.ts';
import { findMailSettings, saveMailSettings } from '../store/mail-settings.ts';
import type { ApiDeps } from './deps.ts';
import { del, get, postWithoutAnswer, put, type Route } from './route.ts';

/** The routes for the caller's own mail settings, and for mails and webhook messages that could not be sent. */
export const mailRoutes = ({ db, clock, mail, webhooks }: ApiDeps): Route[] => [
  get(
    '/api/admin/profile/mail',
    {
      access: 'settings',
      summary: 'Your own mail settings, and whether the site sends mail',
      answer: MailSettings,
    },
    async ({ user }) => ({ isOn: mail !== undefined, ...(await findMailSettings(db, user.id)) }),
  ),
  put(
    '/api/admin/profile/mail',
    {
      access: 'settings',
      summary: 'Change your own mail settings',
      body: MailSettingsChange,
      answer: MailSettings,
    },
    ({ body, user, ifVersion, write }) =>
      write(async (tx) => ({
        isOn: mail !== undefined,
        ...(await saveMailSettings(tx, user.id, body, ifVersion, clock())),
      })),
  ),
  get(
    '/api/admin/mail',
    {
      access: 'mail',
      summary: 'Mails and messages to webhooks that could not be sent, newest first',
      answer: z.array(FailedMail),
    },
    async () => (mail || webhooks ? listGivenUp(db) : []),
  ),
  postWithoutAnswer(
    '/api/admin/mail/:id/retry',
    { access: 'mail', summary: 'Try to send a mail again' },
    ({ id, write }) => write((tx) => retryMail(tx, id, clock())),
  ),
  del(
    '/api/admin/mail/:id',
    { access: 'mail', summary: 'Dismiss a mail that could not be sent' },
    ({ id, write }) => write((tx) => dismissMail(tx, id)),
  ),
];
