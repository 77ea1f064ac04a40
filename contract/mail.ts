import * as field from './fields.ts';
import { z } from './zod.ts';

/**
 * The mails that the site sends. The sender of a submission gets the first four: `same` tells the sender of a duplicate
 * what was decided about the main idea. `follow` asks the owner of an e-mail address to confirm it, and `news` tells a
 * follower about an idea. `invitation` goes to a new member of staff, and `digest` tells staff about new submissions.
 */
export const mailTopics = [
  'receipt',
  'decision',
  'same',
  'reply',
  'follow',
  'news',
  'invitation',
  'digest',
] as const;
export type MailTopic = (typeof mailTopics)[number];

/** The messages to webhooks: `received` for a new submission, `decided` for a new status of an idea or application. */
export const webhookTopics = ['received', 'decided'] as const;
export type WebhookTopic = (typeof webhookTopics)[number];

/** The mail settings of a member of staff. */
export const MailSettings = z
  .object({
    /** False if the server has no MAIL_URL. Then no mail is sent, and the pages do not mention mail. */
    isOn: z.boolean(),
    email: z.string().nullable(),
    wantsDigest: z.boolean(),
    /** 0 until the settings are saved for the first time. */
    version: z.int().min(0),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.infer<typeof MailSettings>;

export const MailSettingsChange = z
  .object({
    email: field.emptiableEmail(),
    wantsDigest: z.boolean({ error: 'Say true or false.' }),
  })
  .meta({ id: 'MailSettingsChange' });
export type MailSettingsChange = z.infer<typeof MailSettingsChange>;

/** A mail, or a message to a webhook, that the server could not send and no longer tries to send. */
export const FailedMail = z
  .object({
    id: field.id(),
    topic: z.enum([...mailTopics, ...webhookTopics]),
    /** Null for a digest, an invitation, and mails to followers. */
    kind: z.enum(['idea', 'application', 'contact']).nullable(),
    /** The id of the submission or, if `kind` is null, of the invitation or the follower; null for a digest. */
    submissionId: z.string().nullable(),
    /** The title, name or subject of a submission that is in its list; the username for a digest; otherwise null. */
    name: z.string().nullable(),
    at: z.iso.datetime(),
    /** The error of the last attempt, without e-mail addresses. */
    reason: z.string(),
  })
  .meta({ id: 'FailedMail' });
export type FailedMail = z.infer<typeof FailedMail>;
