import * as field from './fields.ts';
import { IdeaLink } from './idea.ts';
import { z } from './zod.ts';

export const FollowDraft = z
  .object({ email: field.email('Enter your e-mail address.') })
  .meta({ id: 'FollowDraft' });
export type FollowDraft = z.infer<typeof FollowDraft>;

/** The response to `FollowDraft`. It does not tell whether this e-mail address follows the idea already. */
export const FollowAsked = z.object({ isAsked: z.boolean() }).meta({ id: 'FollowAsked' });

/** The data of the page that opens from the secret link in a mail to a follower. */
export const Follow = z
  .object({
    /** Null while the idea is in the quarantine or in the trash. */
    idea: IdeaLink.nullable(),
    isConfirmed: z.boolean(),
  })
  .meta({ id: 'Follow' });
export type Follow = z.infer<typeof Follow>;
