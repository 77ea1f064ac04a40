import * as field from './fields.ts';
import { logLimits } from './hours.ts';
import { z } from './zod.ts';

/** The flight log of a pod. An entry says in two or three sentences what the pod did, and how many hours it spent. */

const hoursError = `Use whole or half hours, from ${logLimits.minHours} to ${logLimits.maxHours}.`;
/** Multiples of 0.5 are exact in floating point, so sums of hours have no rounding errors. */
const hours = z
  .number({ error: hoursError })
  .min(logLimits.minHours, { error: hoursError })
  .max(logLimits.maxHours, { error: hoursError })
  .multipleOf(0.5, { error: hoursError });

const required = {
  podId: field.requiredText('Choose a pod.'),
  text: field.requiredText('Write two or three sentences.', logLimits.text),
};

/** A new entry. The server sets a missing date to today in UTC. */
export const LogEntryDraft = z
  .object({
    ...required,
    date: field.calendarDate().optional(),
    mvpHours: hours.default(0),
    extendedHours: hours.default(0),
  })
  .meta({ id: 'LogEntryDraft' });
export type LogEntryDraft = z.infer<typeof LogEntryDraft>;

/** A change of an entry. Missing optional fields keep their values. */
export const LogEntryChange = z
  .object({
    ...required,
    date: field.calendarDate().optional(),
    mvpHours: hours.optional(),
    extendedHours: hours.optional(),
  })
  .meta({ id: 'LogEntryChange' });
export type LogEntryChange = z.infer<typeof LogEntryChange>;

/** An entry as visitors see it. */
export const LogEntry = z
  .object({
    id: field.id(),
    podId: field.id(),
    podName: z.string(),
    date: z.iso.date(),
    text: z.string(),
    mvpHours: z.number(),
    extendedHours: z.number(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.infer<typeof LogEntry>;

/** A page of the log of one pod, newest entries first, with the totals of the whole log. */
export const PodLog = z
  .object({
    items: z.array(LogEntry),
    /** How many entries the whole log has. */
    total: z.int(),
    /** True if there are older entries. `?before=` with the id of the last entry requests them. */
    hasMore: z.boolean(),
    /** The sums of the hours of the whole log. */
    mvpHours: z.number(),
    extendedHours: z.number(),
  })
  .meta({ id: 'PodLog' });
export type PodLog = z.infer<typeof PodLog>;

/** An entry as staff see it. */
export const StaffLogEntry = LogEntry.extend({
  /** The username of the author at the time of writing. */
  author: z.string(),
  version: field.version(),
}).meta({ id: 'StaffLogEntry' });
export type StaffLogEntry = z.infer<typeof StaffLogEntry>;

export const StaffLogPage = z
  .object({ items: z.array(StaffLogEntry), hasMore: z.boolean() })
  .meta({ id: 'StaffLogPage' });
export type StaffLogPage = z.infer<typeof StaffLogPage>;
