import { Profile, ProfileChange } from '#contract/user.ts';
import { endSession } from '../store/session.ts';
import { type UserEdit, updateUser } from '../store/user.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { checkOwnPassword } from './own-password.ts';
import { get, patch, postWithoutAnswer, type Route } from './route.ts';

/** The routes of the caller's own session and account. */
export const profileRoutes = (deps: ApiDeps): Route[] => [
  postWithoutAnswer(
    '/api/admin/logout',
    { access: 'signed-in', summary: 'Sign out: the token ends' },
    ({ tokenHash, write }) => write((tx) => endSession(tx, tokenHash)),
  ),
  get(
    '/api/admin/profile',
    { access: 'settings', summary: 'Your own account', answer: Profile },
    async ({ user }) => ({ user }),
  ),
  patch(
    '/api/admin/profile',
    {
      access: 'settings',
      summary: 'Change your own username or password',
      body: ProfileChange,
      hasPassword: true,
      answer: Profile,
      errors: [429],
    },
    async ({ body, user, tokenHash, ifVersion, write }) => {
      const edit: UserEdit = { username: body.username };
      if (body.newPassword) {
        await checkOwnPassword(deps, user, body.currentPassword ?? '', 'currentPassword');
        edit.passwordHash = await deps.passwords.hash(body.newPassword);
      }
      const actor = { userId: user.id, tokenHash };
      return write(async (tx) => {
        const { id, username, role, version } = await updateUser(
          tx,
          user.id,
          edit,
          actor,
          ifVersion,
          actorOf(deps, user),
        );
        return { user: { id, username, role, version } };
      });
    },
  ),
];
