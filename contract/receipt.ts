import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea, IdeaLink } from './idea.ts';
import { ReceiptMessage } from './message.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from './vocabulary.ts';
import { z } from './zod.ts';

const common = {
  /** `withdrawn` by the sender, or `deleted` by staff. A submission in the quarantine counts as `received`. */
  state: z.enum(['received', 'withdrawn', 'deleted']),
  sentAt: z.iso.datetime(),
  /** The time of the last change of the status; `sentAt` if the status has not changed. */
  since: z.iso.datetime(),
  /** True while the submission has its first status and is not in the trash. */
  canCorrect: z.boolean(),
  messages: z.array(ReceiptMessage),
};

/** The content of the private page of a submission: the fields that were sent, the status and the messages. */
export const Receipt = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('idea'),
      ...common,
      status: z.enum(ideaStatuses),
      answer: z.string().nullable(),
      /** The main idea, if staff have marked this idea as a duplicate and both are public; otherwise null. */
      sameAs: IdeaLink.nullable(),
      sent: Idea.omit({
        id: true,
        status: true,
        notes: true,
        answer: true,
        createdAt: true,
        ownerId: true,
        duplicateOf: true,
        version: true,
      }),
    }),
    z.object({
      kind: z.literal('application'),
      ...common,
      status: z.enum(applicationStatuses),
      sent: Application.omit({
        id: true,
        status: true,
        notes: true,
        createdAt: true,
        ownerId: true,
        version: true,
      }),
    }),
    z.object({
      kind: z.literal('contact'),
      ...common,
      status: z.enum(contactStatuses),
      sent: Contact.omit({ id: true, status: true, createdAt: true, ownerId: true, version: true }),
    }),
  ])
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;
