import { z } from 'zod';
import * as field from './fields.ts';
import { IdeaLink } from './idea.ts';

export const FollowDraft = z
  .object({ email: field.email('Enter your e-mail address.') })
  .meta({ id: 'FollowDraft' });
export type FollowDraft = z.infer<typeof FollowDraft>;

/** The response is the same whether or not the address follows the idea already. */
export const FollowAsked = z.object({ isAsked: z.boolean() }).meta({ id: 'FollowAsked' });

/** The response to the owner of an e-mail address who has opened the link in a mail. */
export const Follow = z
  .object({
    /** Null while the idea is in the quarantine or in the trash. */
    idea: IdeaLink.nullable(),
    isConfirmed: z.boolean(),
  })
  .meta({ id: 'Follow' });
export type Follow = z.infer<typeof Follow>;
