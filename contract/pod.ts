import * as field from './fields.ts';
import { defaultPodStatus, limits, podStatuses } from './vocabulary.ts';
import { z } from './zod.ts';

const status = field.oneOf(podStatuses, 'Choose a status.');
const { minProgress, maxProgress } = limits;
const progressError = `Use a number from ${minProgress} to ${maxProgress}.`;
const progress = z
  .number({ error: progressError })
  .min(minProgress, { error: progressError })
  .max(maxProgress, { error: progressError });
const teamSize = field.wholeNumber(limits.minTeamSize, limits.maxTeamSize);

const required = {
  name: field.requiredText('Enter a name.'),
  description: field.requiredText('Enter a description.', limits.text),
};

/** A new pod. The server sets a missing start date to today in UTC. */
export const PodDraft = z
  .object({
    ...required,
    status: status.default(defaultPodStatus),
    progress: progress.default(0),
    teamSize: teamSize.default(1),
    startDate: field.calendarDate().optional(),
    technologies: field.textList().default([]),
  })
  .meta({ id: 'PodDraft' });
export type PodDraft = z.infer<typeof PodDraft>;

/** A change of a pod. Missing optional fields keep their values. Null or '' clears the end date. */
export const PodChange = z
  .object({
    ...required,
    status: status.optional(),
    progress: progress.optional(),
    teamSize: teamSize.optional(),
    startDate: field.calendarDate().optional(),
    endDate: field.emptiableDate().optional(),
    technologies: field.textList().optional(),
  })
  .meta({ id: 'PodChange' });
export type PodChange = z.infer<typeof PodChange>;

export const Pod = z
  .object({
    id: field.id(),
    name: z.string(),
    description: z.string(),
    status: z.enum(podStatuses),
    progress: z.number(),
    teamSize: z.int(),
    startDate: z.iso.date(),
    endDate: z.iso.date().nullable(),
    technologies: z.array(z.string()),
    version: field.version(),
  })
  .meta({ id: 'Pod' });
export type Pod = z.infer<typeof Pod>;
