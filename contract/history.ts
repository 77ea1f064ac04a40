import * as field from './fields.ts';
import { z } from './zod.ts';

/** The changes that the history records. 'second factor off' is a change of a user, all others of a submission. */
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

/** A change of a submission or user: its author and time, and the values before and after. */
export const HistoryEntry = z
  .object({
    id: field.id(),
    /** The username at that time; '(automatic)': the server; '(command line)': `npm run user`; null: the sender. */
    by: z.string().nullable(),
    what: z.enum(historyEvents),
    from: z.string().nullable(),
    to: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A change of a submission or user, for the dashboard. Leaves out imports, and the undo and restore of imports. */
export const Activity = HistoryEntry.omit({ from: true, to: true })
  .extend({
    kind: z.enum(['idea', 'application', 'contact', 'user']),
    /** The id of the submission, or of the user. */
    submissionId: field.id(),
    /** The title, name, subject or username; null for a deleted user, and for a submission that is not in its list. */
    name: z.string().nullable(),
    /** The new status, if `what` is `status`; otherwise null. */
    status: z.string().nullable(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;
