import { z } from 'zod';
import * as field from './fields.ts';

/**
 * The mails that the site sends: four to the sender of a submission, two to followers of an idea, one to
 * somebody who is invited, and a digest of new submissions to staff. `same` tells the sender of a duplicate what was decided about the other idea; `follow` asks the owner
 * of an address to confirm it.
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

/** The messages to webhooks: a new submission, and a decision about one. */
export const webhookTopics = ['received', 'decided'] as const;
export type WebhookTopic = (typeof webhookTopics)[number];

/** The mail settings of a member of staff. */
export const MailSettings = z
  .object({
    /** False where the server has no MAIL_URL: nothing is sent, and the pages do not speak of mail. */
    isOn: z.boolean(),
    email: z.string().nullable(),
    wantsDigest: z.boolean(),
    /** 0 until they are saved for the first time. */
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

/** A mail, or a message to a webhook, that was given up, for the dashboard. */
export const FailedMail = z
  .object({
    id: field.id(),
    topic: z.enum([...mailTopics, ...webhookTopics]),
    /** Null for a digest, an invitation, and mails to followers. */
    kind: z.enum(['idea', 'application', 'contact']).nullable(),
    submissionId: z.string().nullable(),
    /** The title, name or subject, or the username for a digest; null when the submission is not in its list. */
    name: z.string().nullable(),
    at: z.iso.datetime(),
    /** The answer of the other server, without addresses. */
    reason: z.string(),
  })
  .meta({ id: 'FailedMail' });
export type FailedMail = z.infer<typeof FailedMail>;
