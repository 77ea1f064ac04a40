import { z } from 'zod';
import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea } from './idea.ts';

const whenDeleted = {
  deletedAt: z.iso.datetime(),
  /** The username of the member of staff; null for the sender. */
  deletedBy: z.string().nullable(),
};

/** The newest deleted submissions of each kind, in the form that staff see after they are restored. */
export const Trash = z
  .object({
    ideas: z.array(Idea.extend(whenDeleted)),
    applications: z.array(Application.extend(whenDeleted)),
    contacts: z.array(Contact.extend(whenDeleted)),
  })
  .meta({ id: 'Trash' });
export type Trash = z.infer<typeof Trash>;
