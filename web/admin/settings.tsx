import { canOpen } from '#contract/access.ts';
import {
  currentPasswordMissing,
  type Profile,
  ProfileChange,
  type User,
  username,
} from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import type { FieldErrors } from '../ui/draft-form.ts';
import { Form } from '../ui/form.tsx';
import { showToast } from '../ui/toasts.ts';
import { MailForm } from './mail-form.tsx';
import { Acts } from './parts/acts.tsx';
import { useEditing } from './parts/editing.ts';
import { PageHead } from './parts/page-head.tsx';
import { MatchHint, PasswordField, StrengthHint } from './parts/password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { useRequest } from './request.ts';
import { SecondFactor } from './second-factor.tsx';
import { useSession } from './session.tsx';

/**
 * Returns true if the user may read submissions. Other users do not see the mail settings, because mail to staff is
 * only about new submissions.
 */
const readsSubmissions = ({ role }: User) =>
  (['ideas', 'applications', 'contacts'] as const).some((section) => canOpen(role, section));

export default function Settings() {
  const { user } = useSession();
  return (
    <>
      <PageHead title="Settings" about="Change your username or your password." />
      {user && <ProfileForm user={user} />}
      {user && <SecondFactor user={user} />}
      {user && readsSubmissions(user) && <MailForm />}
    </>
  );
}

/** Has no rules for passwords: `passwordErrors` checks passwords, because their errors are also shown as a toast. */
const ProfileFields = z.looseObject({ username });

const savedOf = ({ username, version }: User) => ({
  version,
  values: { username, currentPassword: '', newPassword: '', confirmPassword: '' },
});

function ProfileForm({ user }: { user: User }) {
  const { replaceUser } = useSession();
  const request = useRequest();
  const editing = useEditing({
    name: 'settings',
    saved: savedOf(user),
    schema: ProfileFields,
    labels: { username: 'Username' },
    failure: 'Update Failed',
    check(profile) {
      const errors = passwordErrors(profile);
      const [text] = Object.values(errors ?? {});
      if (text) showToast({ title: 'Update Failed', text, tone: 'destructive' });
      return errors;
    },
    async save({ username, currentPassword, newPassword }, version) {
      const answer = await request('PATCH', '/api/admin/profile', {
        body: {
          ...(username !== form.base.current.values.username && { username }),
          ...(Boolean(newPassword) && { currentPassword, newPassword }),
        },
        version,
      });
      const saved = (answer as Profile).user;
      form.rebase(savedOf(saved));
      replaceUser(saved);
      showToast({
        title: 'Profile Updated',
        text: 'Your profile has been updated successfully.',
        tone: 'success',
      });
    },
    async readLatest() {
      const { user: latest } = (await request('GET', '/api/admin/profile')) as Profile;
      replaceUser(latest);
      const { version, values } = savedOf(latest);
      return { version, values: { username: values.username } };
    },
    onDone() {},
  });
  const { form } = editing;

  return (
    <Form form={form} className="settings stack">
      <UsernameField />
      <div className="field">
        <label htmlFor="role">Role</label>
        <input
          className="input"
          id="role"
          value={user.role}
          readOnly
          aria-describedby="role-help"
        />
        <p className="help" id="role-help">
          Your role cannot be changed
        </p>
      </div>
      <h2 className="h-sub">Change password</h2>
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        optional
      />
      <PasswordField name="newPassword" label="New password" autoComplete="new-password" optional>
        <StrengthHint of="newPassword" />
      </PasswordField>
      <PasswordField
        name="confirmPassword"
        label="Confirm new password"
        autoComplete="new-password"
        optional
      >
        <MatchHint of="newPassword" and="confirmPassword" />
      </PasswordField>
      <Acts editing={editing} save="Save changes" />
    </Form>
  );
}

const ConfirmedChange = ProfileChange.safeExtend({ confirmPassword: z.string() })
  .refine(({ currentPassword, confirmPassword }) => currentPassword || !confirmPassword, {
    path: ['currentPassword'],
    error: currentPasswordMissing,
  })
  .refine(({ newPassword = '', confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'New passwords do not match',
  });

/** The password fields. Only the error of the first field in this order that has one is shown. */
const passwordFields = ['currentPassword', 'confirmPassword', 'newPassword'] as const;

/** Returns the first error of the password fields, or undefined if there is none. */
function passwordErrors(profile: z.infer<typeof ProfileFields>): FieldErrors | undefined {
  const { error } = ConfirmedChange.safeParse(profile);
  const errors = error && z.flattenError(error).fieldErrors;
  for (const field of passwordFields) {
    const [text] = errors?.[field] ?? [];
    if (text) return { [field]: text };
  }
  return undefined;
}
