import { ApplicationReview } from './application.ts';
import { ContactReview } from './contact.ts';
import * as field from './fields.ts';
import { IdeaReview } from './idea.ts';
import { mostChosen } from './inbox.ts';
import { z } from './zod.ts';

const id = () =>
  z.string().regex(/^[0-9a-f-]{36}$/, { error: 'This is not the id of a submission.' });

/** The submissions to change or delete, each with the version that the member of staff has seen. */
export const ChosenSubmissions = z
  .object({
    items: z
      .array(z.object({ id: id(), version: field.version() }))
      .min(1, { error: 'Choose at least one.' })
      .max(mostChosen, { error: `Choose at most ${mostChosen}.` })
      .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, {
        error: 'Choose each only once.',
      }),
  })
  .meta({ id: 'Chosen' });

const hasChange = ({ status, ownerId }: { status?: unknown; ownerId?: unknown }) =>
  status !== undefined || ownerId !== undefined;

export const IdeasReview = ChosenSubmissions.extend({
  status: IdeaReview.shape.status.optional(),
  ownerId: field.owner(),
  tell: IdeaReview.shape.tell,
})
  .refine(hasChange, { error: 'Say what to change: the status or the owner.', path: ['status'] })
  .meta({ id: 'IdeasReview' });

export const ApplicationsReview = ChosenSubmissions.extend({
  status: ApplicationReview.shape.status.optional(),
  ownerId: field.owner(),
  tell: ApplicationReview.shape.tell,
})
  .refine(hasChange, { error: 'Say what to change: the status or the owner.', path: ['status'] })
  .meta({ id: 'ApplicationsReview' });

export const ContactsReview = ChosenSubmissions.extend({
  status: ContactReview.shape.status.optional(),
  ownerId: field.owner(),
  tell: ContactReview.shape.tell,
})
  .refine(hasChange, { error: 'Say what to change: the status or the owner.', path: ['status'] })
  .meta({ id: 'ContactsReview' });

/** The ids of the submissions that were neither changed nor deleted, because somebody else had changed or deleted them. */
export const LeftUnchanged = z.object({ left: z.array(field.id()) }).meta({ id: 'LeftUnchanged' });
export type LeftUnchanged = z.infer<typeof LeftUnchanged>;

export const TrashIds = z.object({ ids: z.array(id()).max(mostChosen) }).meta({ id: 'Restored' });
export type TrashIds = z.infer<typeof TrashIds>;
