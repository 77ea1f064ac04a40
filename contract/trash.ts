import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea } from './idea.ts';
import { z } from './zod.ts';

const whenDeleted = {
  deletedAt: z.iso.datetime(),
  /** The username of the member of staff; null if the sender withdrew the submission. */
  deletedBy: z.string().nullable(),
};

/** The 100 submissions of each kind that were deleted last, the latest deletion first. */
export const Trash = z
  .object({
    ideas: z.array(Idea.extend(whenDeleted)),
    applications: z.array(Application.extend(whenDeleted)),
    contacts: z.array(Contact.extend(whenDeleted)),
  })
  .meta({ id: 'Trash' });
export type Trash = z.infer<typeof Trash>;
