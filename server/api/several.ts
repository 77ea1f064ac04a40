import {
  ApplicationsReview,
  ChosenSubmissions,
  ContactsReview,
  IdeasReview,
  LeftUnchanged,
} from '#contract/several.ts';
import type { z } from '#contract/zod.ts';
import { reviewRows } from '../store/review.ts';
import { type Received, received } from '../store/tables.ts';
import { moveRowsToTrash } from '../store/trash.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { type Call, patch, post, type Route } from './route.ts';

/** The routes with which staff review or delete several submissions at once. */
export const severalRoutes = (deps: ApiDeps): Route[] => [
  patch(
    '/api/admin/several/ideas',
    { access: 'ideas', summary: 'Review several ideas', body: IdeasReview, answer: LeftUnchanged },
    reviewSeveral('ideas', deps),
  ),
  patch(
    '/api/admin/several/applications',
    {
      access: 'applications',
      summary: 'Review several applications',
      body: ApplicationsReview,
      answer: LeftUnchanged,
    },
    reviewSeveral('applications', deps),
  ),
  patch(
    '/api/admin/several/contacts',
    {
      access: 'contacts',
      summary: 'Review several contact messages',
      body: ContactsReview,
      answer: LeftUnchanged,
    },
    reviewSeveral('contacts', deps),
  ),
  ...received.map((kind) =>
    post(
      `/api/admin/several/${kind}/delete`,
      {
        access: kind,
        summary: `Delete several ${kind}`,
        body: ChosenSubmissions,
        answer: LeftUnchanged,
      },
      ({ body, user, write }) =>
        write(async (tx) => ({
          left: await moveRowsToTrash(tx, kind, body.items, actorOf(deps, user)),
        })),
    ),
  ),
];

const reviewSeveral =
  (kind: Received, deps: ApiDeps) =>
  ({ body: { items, tell = false, ...review }, user, write }: Call<SeveralReview>) =>
    write(async (tx) => {
      const by = actorOf(deps, user);
      const isTold = tell && deps.mail !== undefined;
      return { left: await reviewRows(tx, kind, items, review, by, isTold) };
    });

type SeveralReview = z.infer<
  typeof IdeasReview | typeof ApplicationsReview | typeof ContactsReview
>;
