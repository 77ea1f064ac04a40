import * as field from './fields.ts';
import { defaultRole, limits, roles } from './vocabulary.ts';
import { z } from './zod.ts';

export const username = field
  .requiredText('Enter a username.')
  .refine((name) => !/[\t\r\n]/.test(name), { error: 'Write the username on one line.' });
export const role = field.oneOf(roles, 'Choose a role.');

/** A new password. It is not trimmed: white space is part of it. */
export const password = (tooShort = passwordTooShort) =>
  z
    .string({ error: 'Enter a password.' })
    .min(1, { error: 'Enter a password.', abort: true })
    .min(limits.minPassword, { error: tooShort })
    .max(limits.maxPassword, { error: `Use at most ${limits.maxPassword} characters.` })
    .refine((value) => value.isWellFormed(), { error: 'This text is not valid Unicode.' });

const passwordTooShort = `Password must be at least ${limits.minPassword} characters long`;
const newTooShort = `New password must be at least ${limits.minPassword} characters long`;
export const currentPasswordMissing = 'Current password is required to change password';

/** The error message of the 401 response that asks for the second factor. */
export const askForCode = 'Enter the code of your authenticator app, or a recovery code.';

const absentIfEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema);

/** A username or password to sign in with. Checks only the length: the rules for new passwords do not apply. */
export const credential = (ask: string) =>
  z.string({ error: ask }).min(1, { error: ask }).max(limits.text, { error: 'This is too long.' });

export const Login = z
  .object({
    username: credential('Enter your username.'),
    password: credential('Enter your password.'),
    /** The code of the authenticator app, or a recovery code, of a user with a second factor. */
    code: absentIfEmpty(
      z.string({ error: askForCode }).max(limits.line, { error: 'This is too long.' }).optional(),
    ),
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

export const UserDraft = z
  .object({
    username,
    password: password(),
    role: role.default(defaultRole),
    email: field.emptiableEmail().default(null),
  })
  .meta({ id: 'UserDraft' });
export type UserDraft = z.infer<typeof UserDraft>;

export const UserChange = z
  .object({
    username: username.optional(),
    role: role.optional(),
    password: absentIfEmpty(password().optional()),
    email: field.emptiableEmail().optional(),
  })
  .meta({ id: 'UserChange' });
export type UserChange = z.infer<typeof UserChange>;

export const ProfileChange = z
  .object({
    username: username.optional(),
    currentPassword: absentIfEmpty(credential('Enter your current password.').optional()),
    newPassword: absentIfEmpty(password(newTooShort).optional()),
  })
  .refine((change) => !change.newPassword || change.currentPassword, {
    path: ['currentPassword'],
    error: currentPasswordMissing,
  })
  .meta({ id: 'ProfileChange' });
export type ProfileChange = z.infer<typeof ProfileChange>;

/** `role` is any text: a user with an unknown role can sign in, but can open no section. */
export const User = z
  .object({
    id: field.id(),
    username: z.string(),
    role: z.string(),
    version: field.version(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** A user, as admins see them. */
export const StaffUser = User.extend({
  email: z.string().nullable(),
  hasSecondFactor: z.boolean(),
}).meta({ id: 'StaffUser' });
export type StaffUser = z.infer<typeof StaffUser>;

export const SignedIn = z.object({ token: z.string(), user: User }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;

export const Profile = z.object({ user: User }).meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;
