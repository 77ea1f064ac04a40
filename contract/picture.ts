import * as field from './fields.ts';
import { readPicturePath } from './picture-path.ts';
import { limits } from './vocabulary.ts';
import { z } from './zod.ts';

/** An uploaded picture. `path` is the path of its largest WebP file, to which Markdown and lead pictures refer. */
export const Picture = z
  .object({ path: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Picture' });
export type Picture = z.infer<typeof Picture>;

const chooseAgain = 'Choose the picture again.';

/** The picture at the head of a post or project. An empty `alt` means that the picture is decorative. */
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

/** A lead picture to show. `avif` and `webp` are values of the attribute `srcset`. */
export const LeadPicture = Picture.extend({
  alt: z.string(),
  avif: z.string(),
  webp: z.string(),
}).meta({ id: 'LeadPicture' });
export type LeadPicture = z.infer<typeof LeadPicture>;
