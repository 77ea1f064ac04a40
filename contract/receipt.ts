import { z } from 'zod';
import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea, IdeaLink } from './idea.ts';
import { ReceiptMessage } from './message.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from './vocabulary.ts';

const common = {
  /** Withdrawn by the sender, or deleted by staff. */
  state: z.enum(['received', 'withdrawn', 'deleted']),
  sentAt: z.iso.datetime(),
  /** When it got its status. */
  since: z.iso.datetime(),
  /** True while it is new. */
  canCorrect: z.boolean(),
  messages: z.array(ReceiptMessage),
};

/** The private page of a submission: what was sent, and where it stands. */
export const Receipt = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('idea'),
      ...common,
      status: z.enum(ideaStatuses),
      answer: z.string().nullable(),
      /** The public idea that says the same, if staff have marked this one as its duplicate. */
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
