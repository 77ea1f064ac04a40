import { Quarantine } from '#contract/quarantine.ts';
import { TrashIds } from '#contract/several.ts';
import { Trash } from '#contract/trash.ts';
import { trashDays } from '#contract/vocabulary.ts';
import { discard, holdBack, listQuarantine, release } from '../store/quarantine.ts';
import { deleteForEver, listTrash, restore, restoreRows } from '../store/trash.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { del, get, post, postWithoutAnswer, type Route } from './route.ts';

/** The routes of submissions that are in the quarantine or in the trash instead of their list. */
export const setAsideRoutes = (deps: ApiDeps): Route[] => [
  ...quarantineRoutes(deps),
  ...trashRoutes(deps),
];

const quarantineRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/quarantine',
    {
      access: 'quarantine',
      summary: 'Submissions that are held back until staff have looked at them',
      answer: Quarantine,
    },
    () => listQuarantine(deps.db),
  ),
  postWithoutAnswer(
    '/api/admin/ideas/:id/hold',
    {
      access: 'quarantine',
      summary: 'Take an idea out of public view, without deleting it',
      errors: [412],
    },
    ({ id, ifVersion, user, write }) =>
      write((tx) => holdBack(tx, id, ifVersion, actorOf(deps, user))),
  ),
  postWithoutAnswer(
    '/api/admin/quarantine/:id/release',
    { access: 'quarantine', summary: 'Let a submission in' },
    ({ id, user, write }) =>
      write((tx) => release(tx, id, actorOf(deps, user), deps.mail !== undefined)),
  ),
  del(
    '/api/admin/quarantine/:id',
    { access: 'quarantine', summary: 'Delete a submission that was held back' },
    ({ id, user, write }) => write((tx) => discard(tx, id, actorOf(deps, user))),
  ),
];

const trashRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/trash',
    {
      access: 'trash',
      summary: `Deleted submissions, which can be restored for ${trashDays} days`,
      answer: Trash,
    },
    () => listTrash(deps.db),
  ),
  postWithoutAnswer(
    '/api/admin/trash/:id/restore',
    { access: 'trash', summary: 'Move a submission back to its list' },
    ({ id, user, write }) => write((tx) => restore(tx, id, actorOf(deps, user))),
  ),
  del(
    '/api/admin/trash/:id',
    { access: 'trash', summary: 'Delete a submission for ever' },
    ({ id, user, write }) => write((tx) => deleteForEver(tx, id, actorOf(deps, user))),
  ),
  post(
    '/api/admin/several/restore',
    {
      access: 'trash',
      summary: 'Move several back to their list',
      body: TrashIds,
      answer: TrashIds,
    },
    ({ body, user, write }) =>
      write(async (tx) => ({ ids: await restoreRows(tx, body.ids, actorOf(deps, user)) })),
  ),
];
