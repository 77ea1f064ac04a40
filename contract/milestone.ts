import * as field from './fields.ts';
import { limits, milestoneTypes } from './vocabulary.ts';
import { z } from './zod.ts';

const type = field.oneOf(milestoneTypes, 'Choose a type.');

/** A new milestone. The server sets a missing date to today in UTC. */
export const MilestoneDraft = z
  .object({
    title: field.requiredText('Enter a title.'),
    description: field.requiredText('Enter a description.', limits.text),
    date: field.calendarDate().optional(),
    type: type.default('milestone'),
  })
  .meta({ id: 'MilestoneDraft' });
export type MilestoneDraft = z.infer<typeof MilestoneDraft>;

/** A change of a milestone. A missing date or type keeps its value. */
export const MilestoneChange = MilestoneDraft.extend({ type: type.optional() }).meta({
  id: 'MilestoneChange',
});
export type MilestoneChange = z.infer<typeof MilestoneChange>;

export const Milestone = z
  .object({
    id: field.id(),
    title: z.string(),
    description: z.string(),
    date: z.iso.date(),
    type: z.enum(milestoneTypes),
    version: field.version(),
  })
  .meta({ id: 'Milestone' });
export type Milestone = z.infer<typeof Milestone>;
