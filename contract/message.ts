import * as field from './fields.ts';
import { limits } from './vocabulary.ts';
import { z } from './zod.ts';

/** A message between the sender of a submission and staff, as the sender sees it. */
export const ReceiptMessage = z
  .object({
    id: field.id(),
    by: z.enum(['sender', 'staff']),
    text: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'ReceiptMessage' });
export type ReceiptMessage = z.infer<typeof ReceiptMessage>;

/** A message between the sender of a submission and staff, as staff see it. */
export const StaffMessage = z
  .object({
    id: field.id(),
    /** The username of the member of staff at that time; null for a message of the sender. */
    by: z.string().nullable(),
    text: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'StaffMessage' });
export type StaffMessage = z.infer<typeof StaffMessage>;

export const MessageDraft = z
  .object({ text: field.requiredText('Write your message.', limits.text) })
  .meta({ id: 'MessageDraft' });
export type MessageDraft = z.infer<typeof MessageDraft>;
