import { z } from 'zod';
import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea } from './idea.ts';

/**
 * Why a submission is held back until staff have looked at it: a field that nobody sees was filled in, or the
 * form was filled in faster than hands can.
 */
export const suspicions = ['trap', 'speed'] as const;
export type Suspicion = (typeof suspicions)[number];

/**
 * From the first change of a field to sending the form, in milliseconds: below this it was a script. It is
 * low on purpose, as a person whose message is held back is worse than a script whose is not.
 */
export const leastFillTime = 5;

const held = { suspicion: z.enum(suspicions) };

/** What is held back, newest first: as staff will see it, once it is released. */
export const Quarantine = z
  .object({
    ideas: z.array(Idea.extend(held)),
    applications: z.array(Application.extend(held)),
    contacts: z.array(Contact.extend(held)),
  })
  .meta({ id: 'Quarantine' });
export type Quarantine = z.infer<typeof Quarantine>;
