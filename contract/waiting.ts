import * as field from './fields.ts';
import { z } from './zod.ts';

const kind = z.enum(['ideas', 'applications', 'contacts']);

/** The submissions that wait for an answer, of the kinds that the caller may open. */
export const Waiting = z
  .object({
    kinds: z.array(
      z.object({
        kind,
        count: z.int(),
        /** How many have waited for longer than `allowedHours`. At most 1,000 are counted. */
        overdue: z.int(),
        allowedHours: z.int(),
      }),
    ),
    /** How many of the waiting submissions are assigned to the caller. At most 1,000 of each kind are counted. */
    mine: z.int(),
    /** The eight submissions that have waited longest, the oldest first. */
    oldest: z.array(
      z.object({
        kind,
        id: field.id(),
        /** The title, name or subject. */
        name: z.string(),
        createdAt: z.iso.datetime(),
        ownerId: field.id().optional(),
      }),
    ),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof Waiting>;
