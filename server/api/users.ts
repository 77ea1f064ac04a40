import { StaffUser, UserChange, UserDraft } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { Conflict } from '../errors.ts';
import { disableFactorOf } from '../store/second-factor.ts';
import { createUser, deleteUser, listUsers, updateUser } from '../store/user.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { del, get, patch, post, postWithoutAnswer, type Route } from './route.ts';

/** The routes with which admins manage the users of the staff area. */
export const userRoutes = ({ db, clock, passwords }: ApiDeps): Route[] => [
  get(
    '/api/admin/users',
    { access: 'users', summary: 'All staff users', answer: z.array(StaffUser) },
    () => listUsers(db),
  ),
  post(
    '/api/admin/users',
    {
      access: 'users',
      summary: 'Create a user',
      body: UserDraft,
      hasPassword: true,
      answer: StaffUser,
    },
    async ({ body: { password, ...draft }, write }) => {
      const passwordHash = await passwords.hash(password);
      return write((tx) => createUser(tx, { ...draft, passwordHash }, clock()));
    },
  ),
  patch(
    '/api/admin/users/:id',
    {
      access: 'users',
      summary: 'Change a user: name, role, password or e-mail address',
      body: UserChange,
      hasPassword: true,
      answer: StaffUser,
    },
    async ({ id, body: { password, ...edit }, user, tokenHash, ifVersion, write }) => {
      const passwordHash = password && (await passwords.hash(password));
      const actor = { userId: user.id, tokenHash };
      return write((tx) =>
        updateUser(tx, id, { ...edit, passwordHash }, actor, ifVersion, actorOf({ clock }, user)),
      );
    },
  ),
  del(
    '/api/admin/users/:id',
    { access: 'users', summary: 'Delete a user' },
    ({ id, ifVersion, user, write }) =>
      write((tx) => deleteUser(tx, id, ifVersion, actorOf({ clock }, user))),
  ),
  postWithoutAnswer(
    '/api/admin/users/:id/second-factor/off',
    { access: 'users', summary: "Switch off a user's second factor, which they have lost" },
    ({ id, user, write }) =>
      write(async (tx) => {
        // The settings ask for the password, so that a stolen token alone cannot switch off the caller's second factor.
        if (id === user.id)
          throw new Conflict('Switch off your own second factor in your settings.');
        await disableFactorOf(tx, id, actorOf({ clock }, user));
      }),
  ),
];
