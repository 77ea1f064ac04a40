import * as field from './fields.ts';
import { z } from './zod.ts';

/** The buttons on the page of an idea: "I have this too" and "I can help". */
export const pressKinds = ['me-too', 'can-help'] as const;
export type PressKind = (typeof pressKinds)[number];

/** The numbers of presses of an idea. Presses of one button from one network count once a day. */
export const PressCounts = z
  .object({ meToo: z.int().min(0), canHelp: z.int().min(0) })
  .meta({ id: 'PressCounts' });
export type PressCounts = z.infer<typeof PressCounts>;

/** The data of the buttons. `canFollow` is false if the server sends no mail. */
export const Presses = PressCounts.extend({ canFollow: z.boolean() }).meta({ id: 'Presses' });
export type Presses = z.infer<typeof Presses>;

/** How to reach a visitor who can help. Only staff see these details. */
export const HelperDetails = z
  .object({
    name: field.emptiableText().optional(),
    email: field.emptiableEmail().optional(),
  })
  .meta({ id: 'HelperDetails' });
export type HelperDetails = z.infer<typeof HelperDetails>;

/** The request to save a press of a button, or to take the press back (`isPressed` is false). */
export const PressChange = HelperDetails.extend({
  kind: field.oneOf(pressKinds, 'Say what is pressed.'),
  /** A secret that the browser has generated. Only a request with the same secret takes the press back. */
  browser: z
    .string({ error: 'Send the secret of the browser.' })
    .regex(/^[0-9a-f]{32,64}$/, { error: 'The secret has 32 to 64 hexadecimal digits.' }),
  isPressed: z.boolean({ error: 'Say true or false.' }),
}).meta({ id: 'PressChange' });
export type PressChange = z.infer<typeof PressChange>;

export const StaffPresses = PressCounts.extend({
  /** The newest 100 helpers who left a name or an e-mail address, newest first. */
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
