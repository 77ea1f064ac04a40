import {
  Manuscript,
  ManuscriptDraft,
  ManuscriptState,
  ManuscriptSummary,
  Publication,
  Revision,
  RevisionSummary,
} from '#contract/manuscript.ts';
import { z } from '#contract/zod.ts';
import { Stale } from '../errors.ts';
import {
  createManuscript,
  discardManuscript,
  findManuscript,
  listManuscripts,
  listRevisionsOf,
  saveManuscript,
} from '../store/manuscript.ts';
import {
  publishManuscript,
  scheduleManuscript,
  unscheduleManuscript,
} from '../store/publication.ts';
import { findRevision } from '../store/revision.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { articleLimit, del, get, post, put, type Route } from './route.ts';

/**
 * The routes of posts that are being written. `:id` is the id of the manuscript or of its published post; in
 * `/api/admin/revisions/:id` it is the id of a revision.
 */
export const manuscriptRoutes = (deps: ApiDeps): Route[] => {
  const { db, longReads, articles } = deps;
  const access = 'blogs' as const;
  return [
    get(
      '/api/admin/manuscripts',
      {
        access,
        summary: 'Drafts, scheduled posts and unpublished changes, without their text',
        answer: z.array(ManuscriptSummary),
      },
      () => listManuscripts(longReads),
    ),
    get(
      '/api/admin/manuscripts/:id',
      { access, summary: 'A post as it is being written', answer: Manuscript },
      ({ id }) => findManuscript(db, id),
    ),
    get(
      '/api/admin/manuscripts/:id/revisions',
      {
        access,
        summary: 'The earlier states of a post, newest first',
        answer: z.array(RevisionSummary),
      },
      ({ id }) => listRevisionsOf(db, id),
    ),
    get(
      '/api/admin/revisions/:id',
      { access, summary: 'An earlier state of a post, with its text', answer: Revision },
      ({ id }) => findRevision(db, id),
    ),
    post(
      '/api/admin/manuscripts',
      {
        access,
        summary: 'Save a new draft. Visitors do not see it',
        body: ManuscriptDraft,
        bodyLimit: articleLimit,
        answer: ManuscriptState,
      },
      ({ body, user, write }) => write((tx) => createManuscript(tx, body, actorOf(deps, user))),
    ),
    put(
      '/api/admin/manuscripts/:id',
      {
        access,
        summary: 'Save the text of a post. Visitors do not see it until it is published',
        body: ManuscriptDraft,
        bodyLimit: articleLimit,
        answer: ManuscriptState,
      },
      ({ id, body, ifVersion, user, write }) =>
        write((tx) => saveManuscript(tx, id, body, ifVersion, actorOf(deps, user))),
    ),
    put(
      '/api/admin/manuscripts/:id/publication',
      {
        access,
        summary: 'Publish the saved text, now or at a time to come',
        body: Publication,
        answer: ManuscriptState,
      },
      async ({ id, body, ifVersion, user, write }) => {
        const by = actorOf(deps, user);
        if (body.scheduledFor) {
          return write((tx) => scheduleManuscript(tx, id, body, ifVersion, by));
        }
        const { post, version } = await findManuscript(db, id);
        if (ifVersion !== undefined && ifVersion !== version) throw new Stale('post');
        const html = await articles.render(post.content);
        // `version` makes `publishManuscript` fail if the text has changed since it was rendered.
        return write((tx) => publishManuscript(tx, id, html, version, by));
      },
    ),
    del(
      '/api/admin/manuscripts/:id/publication',
      { access, summary: 'Take back that a post is published later' },
      ({ id, ifVersion, user, write }) =>
        write((tx) => unscheduleManuscript(tx, id, ifVersion, actorOf(deps, user))),
    ),
    del(
      '/api/admin/manuscripts/:id',
      { access, summary: 'Delete a draft, or discard the unpublished changes of a post' },
      ({ id, ifVersion, user, write }) =>
        write((tx) => discardManuscript(tx, id, ifVersion, actorOf(deps, user))),
    ),
  ];
};
