import { z } from 'zod';
import * as field from './fields.ts';

/** The changes that the history of a submission records; the last one is about a user. */
export const historyEvents = [
  'status',
  'notes',
  'answer',
  'owner',
  'connected',
  'disconnected',
  'duplicate',
  'corrected',
  'withdrawn',
  'deleted',
  'restored',
  'held',
  'released',
  'erased',
  'imported',
  'import undone',
  'import restored',
  'anonymised',
  'second factor off',
] as const;
export type HistoryEvent = (typeof historyEvents)[number];

/** A change of a submission: who, what, from, to, when. */
export const HistoryEntry = z
  .object({
    id: field.id(),
    /** The username of the member of staff at that time; null for the sender. */
    by: z.string().nullable(),
    what: z.enum(historyEvents),
    from: z.string().nullable(),
    to: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A change with the submission or the user that it belongs to, for the dashboard. */
export const Activity = HistoryEntry.omit({ from: true, to: true })
  .extend({
    kind: z.enum(['idea', 'application', 'contact', 'user']),
    submissionId: field.id(),
    /** The title, name, subject or username; null when the submission is not in its list, or the user is gone. */
    name: z.string().nullable(),
    /** The new status, where it was changed. */
    status: z.string().nullable(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;
