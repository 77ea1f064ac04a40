import { z } from 'zod';
import * as field from './fields.ts';
import { readPicturePath } from './picture-path.ts';
import { limits } from './vocabulary.ts';

/** A picture that is kept. `path` is its largest file, for Markdown and lead pictures. */
export const Picture = z
  .object({ path: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Picture' });
export type Picture = z.infer<typeof Picture>;

const chooseAgain = 'Choose the picture again.';

/** The picture at the head of a post or project. An empty `alt` says that it is decorative. */
export const LeadPictureDraft = z
  .object(
    {
      path: z
        .string({ error: chooseAgain })
        .refine((path) => readPicturePath(path) !== undefined, { error: chooseAgain }),
      alt: field.text(limits.line, 'Describe the picture, or say that it is decorative.'),
    },
    { error: 'Send a picture with `path` and `alt`, or null.' },
  )
  .meta({ id: 'LeadPictureDraft' });
export type LeadPictureDraft = z.infer<typeof LeadPictureDraft>;

/** `avif` and `webp` list all its files, as the attribute `srcset` takes them: pages need no code for that. */
export const LeadPicture = Picture.extend({
  alt: z.string(),
  avif: z.string(),
  webp: z.string(),
}).meta({ id: 'LeadPicture' });
export type LeadPicture = z.infer<typeof LeadPicture>;
