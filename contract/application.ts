import * as field from './fields.ts';
import { formWords } from './site/forms.ts';
import { applicationStatuses, circles, limits, otherRole, yesNo } from './vocabulary.ts';
import { z } from './zod.ts';

const answer = field.oneOf(yesNo, 'Answer Yes or No.');

/** The request body of an application. An applicant who chooses "Other" sends their own text as `role`. */
export const ApplicationDraft = z
  .object({
    fullName: field.requiredText('Enter your full name.'),
    email: field.email('Enter your e-mail address.'),
    role: field
      .requiredText('Choose a role.')
      .refine((role) => role !== otherRole, { error: 'Say which role you have in mind.' }),
    mattermostHandle: field.requiredText(`Enter your ${formWords.chat} handle.`),
    circles: field.listOf(circles).default([]),
    meetsRequirements: answer,
    currentlyInCircle: answer,
    experience: field.emptiableText(limits.text).default(null),
    availability: field.emptiableText().default(null),
    skills: field.textList().default([]),
    linkedin: field.emptiableUrl().default(null),
    github: field.emptiableUrl().default(null),
    portfolio: field.emptiableUrl().default(null),
    motivation: field.emptiableText(limits.text).default(null),
  })
  .meta({ id: 'ApplicationDraft' });
export type ApplicationDraft = z.infer<typeof ApplicationDraft>;

export const ApplicationReview = z
  .object({
    status: field.oneOf(applicationStatuses, 'Choose a status.'),
    notes: field.emptiableText(limits.text).optional(),
    ownerId: field.owner(),
    /** True to tell the sender by e-mail if the status changes. */
    tell: z.boolean({ error: 'Say true or false.' }).optional(),
  })
  .meta({ id: 'ApplicationReview' });
export type ApplicationReview = z.infer<typeof ApplicationReview>;

/** The response to the applicant. */
export const ApplicationReceipt = z
  .object({
    id: field.id(),
    status: z.enum(applicationStatuses),
    createdAt: z.iso.datetime(),
    /** The path of the private page of this application. */
    receiptPath: z.string(),
  })
  .meta({ id: 'ApplicationReceipt' });
export type ApplicationReceipt = z.infer<typeof ApplicationReceipt>;

export const Application = z
  .object({
    id: field.id(),
    fullName: z.string(),
    email: z.string(),
    role: z.string(),
    mattermostHandle: z.string(),
    circles: z.array(z.string()),
    meetsRequirements: z.enum(yesNo),
    currentlyInCircle: z.enum(yesNo),
    experience: z.string().nullable(),
    availability: z.string().nullable(),
    skills: z.array(z.string()),
    linkedin: z.string().nullable(),
    github: z.string().nullable(),
    portfolio: z.string().nullable(),
    motivation: z.string().nullable(),
    status: z.enum(applicationStatuses),
    notes: z.string().nullable(),
    createdAt: z.iso.datetime(),
    /** The id of the member of staff who is assigned to the application; missing if nobody is. */
    ownerId: field.id().optional(),
    version: field.version(),
  })
  .meta({ id: 'Application' });
export type Application = z.infer<typeof Application>;
