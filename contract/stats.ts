import { z } from 'zod';

/** The hero's four figures. They are counted when asked for, never stored. */
export const Stats = z
  .object({
    totalApps: z.int(),
    activePods: z.int(),
    teamMembers: z.int(),
    monthsSinceInception: z.int(),
  })
  .meta({ id: 'Stats' });
export type Stats = z.infer<typeof Stats>;
