import * as field from './fields.ts';
import { LeadPicture, LeadPictureDraft } from './picture.ts';
import {
  appCategories,
  appStatuses,
  defaultAppCategory,
  defaultAppStatus,
  limits,
} from './vocabulary.ts';
import { z } from './zod.ts';

const status = field.oneOf(appStatuses, 'Choose a status.');
const category = field.oneOf(appCategories, 'Choose a category.');

const required = {
  name: field.requiredText('Enter a name.'),
  description: field.requiredText('Enter a description.', limits.text),
};

export const AppDraft = z
  .object({
    ...required,
    status: status.default(defaultAppStatus),
    category: category.default(defaultAppCategory),
    technologies: field.textList().default([]),
    demoUrl: field.emptiableUrl().default(null),
    githubUrl: field.emptiableUrl().default(null),
    leadPicture: LeadPictureDraft.nullable().default(null),
    podId: field.emptiableText().default(null),
    /** The id of the idea that the app is made from. Creating the app connects the app with this idea. */
    ideaId: field.emptiableText().optional(),
  })
  .meta({ id: 'AppDraft' });
export type AppDraft = z.infer<typeof AppDraft>;

/** A change. Missing optional fields keep their values. Null or '' clears a URL or the pod; null clears the picture. */
export const AppChange = z
  .object({
    ...required,
    status: status.optional(),
    category: category.optional(),
    technologies: field.textList().optional(),
    demoUrl: field.emptiableUrl().optional(),
    githubUrl: field.emptiableUrl().optional(),
    leadPicture: LeadPictureDraft.nullable().optional(),
    podId: field.emptiableText().optional(),
  })
  .meta({ id: 'AppChange' });
export type AppChange = z.infer<typeof AppChange>;

export const App = z
  .object({
    id: field.id(),
    name: z.string(),
    description: z.string(),
    category: z.enum(appCategories),
    status: z.enum(appStatuses),
    technologies: z.array(z.string()),
    demoUrl: z.string().nullable(),
    githubUrl: z.string().nullable(),
    leadPicture: LeadPicture.nullable(),
    podId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    version: field.version(),
  })
  .meta({ id: 'App' });
export type App = z.infer<typeof App>;
