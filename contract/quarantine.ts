import { z } from 'zod';
import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea } from './idea.ts';

/**
 * Why a submission is in the quarantine: the hidden field was filled in, the form was filled in faster than a person can,
 * or staff hold it back.
 */
const suspicions = ['trap', 'speed', 'staff'] as const;
export type Suspicion = (typeof suspicions)[number];

/**
 * Milliseconds from the first change of a field to sending the form; below this it was a script. Low on purpose: holding
 * back a person's message is worse than letting a script through.
 */
export const leastFillTime = 5;

const withSuspicion = { suspicion: z.enum(suspicions) };

/** The quarantine, newest first, in the form that staff see after a release. */
export const Quarantine = z
  .object({
    ideas: z.array(Idea.extend(withSuspicion)),
    applications: z.array(Application.extend(withSuspicion)),
    contacts: z.array(Contact.extend(withSuspicion)),
  })
  .meta({ id: 'Quarantine' });
export type Quarantine = z.infer<typeof Quarantine>;
