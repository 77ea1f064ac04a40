import { z } from 'zod';
import * as field from './fields.ts';

/** The things that a visitor can say about an idea with one press. */
export const pressKinds = ['me-too', 'can-help'] as const;
export type PressKind = (typeof pressKinds)[number];

/** How many visitors have pressed. */
export const PressCounts = z
  .object({ meToo: z.int().min(0), canHelp: z.int().min(0) })
  .meta({ id: 'PressCounts' });
export type PressCounts = z.infer<typeof PressCounts>;

/** With whether the idea can be followed by e-mail. */
export const Presses = PressCounts.extend({ canFollow: z.boolean() }).meta({ id: 'Presses' });
export type Presses = z.infer<typeof Presses>;

/** Private: how staff can reach somebody who can help. */
export const HelperDetails = z
  .object({
    name: field.emptiableText().optional(),
    email: field.emptiableEmail().optional(),
  })
  .meta({ id: 'HelperDetails' });
export type HelperDetails = z.infer<typeof HelperDetails>;

/** Presses, or takes a press back. */
export const PressChange = HelperDetails.extend({
  kind: field.oneOf(pressKinds, 'Say what is pressed.'),
  /** A secret of the browser, by which it takes its own press back. */
  browser: z
    .string({ error: 'Send the secret of the browser.' })
    .regex(/^[0-9a-f]{32,64}$/, { error: 'The secret has 32 to 64 hexadecimal digits.' }),
  isPressed: z.boolean({ error: 'Say true or false.' }),
}).meta({ id: 'PressChange' });
export type PressChange = z.infer<typeof PressChange>;

/** The presses of an idea, for staff. */
export const StaffPresses = PressCounts.extend({
  /** The helpers who left a name or an address, newest first. */
  helpers: z.array(
    z.object({
      id: field.id(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
}).meta({ id: 'StaffPresses' });
export type StaffPresses = z.infer<typeof StaffPresses>;
