import { z } from 'zod';
import * as field from './fields.ts';
import { IdeaLink } from './idea.ts';

export const FollowDraft = z
  .object({ email: field.email('Enter your e-mail address.') })
  .meta({ id: 'FollowDraft' });
export type FollowDraft = z.infer<typeof FollowDraft>;

/** The same answer for every address, so that it says nothing about who follows what. */
export const FollowAsked = z.object({ isAsked: z.boolean() }).meta({ id: 'FollowAsked' });

/** The answer to the owner of an address, by the link in a mail. */
export const Follow = z
  .object({
    /** Null while the idea is not public. */
    idea: IdeaLink.nullable(),
    isConfirmed: z.boolean(),
  })
  .meta({ id: 'Follow' });
export type Follow = z.infer<typeof Follow>;
