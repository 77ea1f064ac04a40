import * as field from './fields.ts';
import { contactStatuses, defaultInquiryType, inquiryTypes, limits } from './vocabulary.ts';
import { z } from './zod.ts';

export const ContactDraft = z
  .object({
    name: field.requiredText('Enter your name.'),
    email: field.email('Enter your e-mail address.'),
    subject: field.requiredText('Enter a subject.'),
    message: field.requiredText('Write your message.', limits.text),
    inquiryType: z
      .union([z.enum(inquiryTypes), z.literal('')], {
        error: `Choose one of: ${inquiryTypes.join(', ')}.`,
      })
      .nullish()
      .transform((value) => value || defaultInquiryType),
  })
  .meta({ id: 'ContactDraft' });
export type ContactDraft = z.infer<typeof ContactDraft>;

export const ContactReview = z
  .object({
    status: field.oneOf(contactStatuses, 'Choose a status.'),
    ownerId: field.owner(),
    /** True to tell the sender by e-mail if the status changes. */
    tell: z.boolean({ error: 'Say true or false.' }).optional(),
  })
  .meta({ id: 'ContactReview' });
export type ContactReview = z.infer<typeof ContactReview>;

/** The response to the sender. */
export const ContactReceipt = z
  .object({
    id: field.id(),
    status: z.enum(contactStatuses),
    createdAt: z.iso.datetime(),
    /** The path of the private page of this message. */
    receiptPath: z.string(),
  })
  .meta({ id: 'ContactReceipt' });
export type ContactReceipt = z.infer<typeof ContactReceipt>;

export const Contact = z
  .object({
    id: field.id(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    inquiryType: z.string(),
    message: z.string(),
    status: z.enum(contactStatuses),
    createdAt: z.iso.datetime(),
    /** The id of the member of staff who is assigned to the message; missing if nobody is. */
    ownerId: field.id().optional(),
    version: field.version(),
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;
