import { z } from 'zod';
import * as field from './fields.ts';
import { logLimits } from './hours.ts';

/** The flight log: what a pod did in a week, in two or three sentences, and the hours that it spent. */

const hoursError = `Use whole or half hours, from 0 to ${logLimits.hours}.`;
/** Sums of halves are exact. */
const hours = z
  .number({ error: hoursError })
  .min(0, { error: hoursError })
  .max(logLimits.hours, { error: hoursError })
  .multipleOf(0.5, { error: hoursError });

const required = {
  podId: field.requiredText('Choose a pod.'),
  text: field.requiredText('Write two or three sentences.', logLimits.text),
};

/** A new entry. The date defaults to today, which the server fills in. */
export const LogEntryDraft = z
  .object({
    ...required,
    date: field.calendarDate().optional(),
    /** Spent of the 50 hours of the MVP phase. */
    mvpHours: hours.default(0),
    /** Spent of the 50 hours of the extended phase. */
    extendedHours: hours.default(0),
  })
  .meta({ id: 'LogEntryDraft' });
export type LogEntryDraft = z.infer<typeof LogEntryDraft>;

/** A change: missing fields stay as they are. */
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

/** A part of the log of one pod, newest first, and what the whole log comes to. */
export const PodLog = z
  .object({
    items: z.array(LogEntry),
    /** How many entries the log has. */
    total: z.int(),
    /** True if there are older entries than these: `before` with the id of the last one asks for them. */
    hasMore: z.boolean(),
    /** The hours of all entries. */
    mvpHours: z.number(),
    extendedHours: z.number(),
  })
  .meta({ id: 'PodLog' });
export type PodLog = z.infer<typeof PodLog>;

/** An entry for staff. */
export const StaffLogEntry = LogEntry.extend({
  /** The username of the member of staff who wrote it, at that time. */
  author: z.string(),
  version: field.version(),
}).meta({ id: 'StaffLogEntry' });
export type StaffLogEntry = z.infer<typeof StaffLogEntry>;

export const StaffLogPage = z
  .object({ items: z.array(StaffLogEntry), hasMore: z.boolean() })
  .meta({ id: 'StaffLogPage' });
export type StaffLogPage = z.infer<typeof StaffLogPage>;
