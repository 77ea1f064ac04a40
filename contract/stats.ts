import { z } from './zod.ts';

/** The four figures of the home page. `teamMembers` is the sum of the team sizes of all pods. */
export const Stats = z
  .object({
    totalApps: z.int(),
    activePods: z.int(),
    teamMembers: z.int(),
    monthsSinceInception: z.int(),
  })
  .meta({ id: 'Stats' });
export type Stats = z.infer<typeof Stats>;
