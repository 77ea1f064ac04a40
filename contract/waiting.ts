import { z } from 'zod';
import * as field from './fields.ts';

const kind = z.enum(['ideas', 'applications', 'contacts']);

/** The submissions that wait, of the kinds that the caller may open. */
export const Waiting = z
  .object({
    kinds: z.array(
      z.object({
        kind,
        count: z.int(),
        /** How many have waited for longer than `allowedHours`. No more than 1,000 are counted. */
        overdue: z.int(),
        allowedHours: z.int(),
      }),
    ),
    /** How many the caller owns. No more than 1,000 are counted. */
    mine: z.int(),
    /** The ones that have waited longest. */
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
