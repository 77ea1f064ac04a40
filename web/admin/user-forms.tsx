import { useEffect, useRef, useState } from 'react';
import { type StaffUser, UserChange, UserDraft } from '#contract/user.ts';
import { defaultRole, roles } from '#contract/vocabulary.ts';
import { z } from '#contract/zod.ts';
import { type Source, useQueryCache } from '../api/query-cache.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { Acts } from './parts/acts.tsx';
import { useEditing } from './parts/editing.ts';
import { EmailField } from './parts/email-field.tsx';
import { MatchHint, PasswordField, StrengthHint } from './parts/password-field.tsx';
import { showSaved } from './parts/saved.ts';
import { useRefreshed } from './parts/saving.ts';
import { UsernameField } from './parts/username-field.tsx';
import { showRefusal, useRequest } from './request.ts';
import { useSession } from './session.tsx';

export const usersSource: Source<StaffUser[]> = { path: '/api/admin/users' };

const savedOf = ({ username, role, email, version }: StaffUser) => ({
  version,
  values: { username, role, email: email ?? '' },
});

export function EditRow({ user, onClose }: { user: StaffUser; onClose(): void }) {
  const { user: me } = useSession();
  const request = useRequest();
  const refresh = useRefreshed(usersSource, user.id);
  const editing = useEditing({
    name: `user:${user.id}`,
    saved: savedOf(user),
    schema: UserChange,
    labels: { username: 'Username', role: 'Role', email: 'E-mail' },
    failure: 'Failed to update user',
    async save(body, version, taken) {
      await request('PATCH', `/api/admin/users/${user.id}`, { body, version });
      await refresh().catch(() => {});
      showSaved('User saved', body.username ?? user.username, taken);
    },
    async readLatest() {
      const latest = await refresh();
      return latest && savedOf(latest);
    },
    onDone: onClose,
  });
  const { form } = editing;

  useEffect(
    () => form.ref.current?.querySelector<HTMLInputElement>('[name=username]')?.focus(),
    [form.ref],
  );

  return (
    <Form form={form} className="entry user-edit">
      <UsernameField />
      <SelectField name="role" label="Role" options={roles} disabled={user.id === me?.id} />
      <PasswordField name="password" label="New password" autoComplete="new-password" optional />
      <EmailField />
      <Acts editing={editing} small onCancel={onClose}>
        {user.hasSecondFactor && user.id !== me?.id && <LostFactor user={user} />}
      </Acts>
    </Form>
  );
}

/** `refine` returns an empty message, because `MatchHint` below the field already says that the passwords differ. */
const NewUser = UserDraft.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: () => '' },
);

export function AddUser({ onClose }: { onClose(id?: string): void }) {
  const request = useRequest();
  const refresh = useRefreshed(usersSource, undefined);
  const made = useRef<string>(undefined);
  const editing = useEditing({
    name: 'user:new',
    saved: { values: { role: defaultRole } },
    schema: NewUser,
    labels: { username: 'Username', role: 'Role', email: 'E-mail' },
    failure: 'Failed to create user',
    async save({ username, password, role, email }) {
      const body = { username, password, role, ...(email && { email }) };
      made.current = ((await request('POST', '/api/admin/users', { body })) as StaffUser).id;
      await refresh().catch(() => {});
      showSaved('User created', username);
    },
    onDone: () => onClose(made.current),
  });

  return (
    <Form form={editing.form} className="card add-user">
      <UsernameField />
      <PasswordField name="password" label="Password" autoComplete="new-password">
        <StrengthHint of="password" />
      </PasswordField>
      <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password">
        <MatchHint of="password" and="confirmPassword" />
      </PasswordField>
      <SelectField name="role" label="Role" options={roles} />
      <EmailField />
      <Acts editing={editing} save="Add User" saving="Adding..." onCancel={() => onClose()} />
    </Form>
  );
}

/** Lets an admin switch off the second factor of a user who has lost it. The dashboard lists who switched it off. */
function LostFactor({ user: { id, username } }: { user: StaffUser }) {
  const request = useRequest();
  const cache = useQueryCache();
  const [busy, setBusy] = useState(false);

  async function switchOff() {
    setBusy(true);
    try {
      await request('POST', `/api/admin/users/${id}/second-factor/off`);
      await cache.refresh(usersSource.path).catch(() => {});
      showSaved('Second factor switched off', `${username} signs in with the password alone`);
      restoreFocus('.user-edit [name=username]');
    } catch (error) {
      showRefusal(
        error,
        'Failed to switch off the second factor',
        refusalOf(error)?.error ?? 'Please try again.',
      );
      setBusy(false);
    }
  }

  return (
    <Button small variant="danger" busy={busy && 'Switching off...'} onClick={switchOff}>
      Switch off the second factor
    </Button>
  );
}
