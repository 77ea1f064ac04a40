import { Application } from './application.ts';
import { Contact } from './contact.ts';
import { Idea } from './idea.ts';
import { z } from './zod.ts';

/**
 * Why a submission is in the quarantine: the hidden field was filled in (`trap`), the form was filled in faster than a
 * person can (`speed`), or staff hold an idea back (`staff`).
 */
const suspicions = ['trap', 'speed', 'staff'] as const;
export type Suspicion = (typeof suspicions)[number];

/**
 * The minimum milliseconds from the first change of a field until the form is sent. A faster sender counts as a script.
 * The minimum is low because holding back a person's message is worse than letting a script through.
 */
export const leastFillTime = 5;

const withSuspicion = { suspicion: z.enum(suspicions) };

/** The newest 100 submissions of each kind in the quarantine, newest first. */
export const Quarantine = z
  .object({
    ideas: z.array(Idea.extend(withSuspicion)),
    applications: z.array(Application.extend(withSuspicion)),
    contacts: z.array(Contact.extend(withSuspicion)),
  })
  .meta({ id: 'Quarantine' });
export type Quarantine = z.infer<typeof Quarantine>;
