import { type FormEvent, useState } from 'react';
import type { Profile, User } from '#contract/user.ts';
import { limits } from '#contract/vocabulary.ts';
import { statusOf } from '../api/client.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { useKeptForm } from '../ui/form.tsx';
import { showToast } from '../ui/toasts.ts';
import { Conflict, Versus } from './parts/conflict.tsx';
import { PageHead } from './parts/page-head.tsx';
import { MatchHint, PasswordField, StrengthHint } from './parts/password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { showFailure, useRequest } from './request.ts';
import { useSession } from './session.tsx';

export default function Settings() {
  const { user, replaceUser } = useSession();
  const request = useRequest();
  const { ref: form, onInput, forget } = useKeptForm(`settings:${user?.id}`);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [next, setNext] = useState('');
  const [confirm, setConfirm] = useState('');
  /** Changed by somebody else since it was seen here. */
  const [conflict, setConflict] = useState<{ theirs: User; mine: string }>();
  if (!user) return null;
  const base = conflict?.theirs ?? user;

  function fail(field: string, text: string) {
    setErrors({ [field]: text });
    if (text) showToast({ title: 'Update Failed', text, tone: 'destructive' });
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }

  function start(from: User) {
    replaceUser(from);
    forget();
    form.current?.reset();
    setNext('');
    setConfirm('');
    setConflict(undefined);
  }

  async function readTheirs(mine: string) {
    const answer = await request('GET', '/api/admin/profile').catch(() => undefined);
    if (answer) setConflict({ theirs: (answer as Profile).user, mine });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(form.current ?? undefined);
    const username = String(data.get('username')).trim();
    const current = String(data.get('currentPassword'));
    if (!username) return fail('username', '');
    if (next || confirm) {
      if (!current) {
        return fail('currentPassword', 'Current password is required to change password');
      }
      if (next !== confirm) return fail('confirmPassword', 'New passwords do not match');
      if (next.length < limits.minPassword) {
        return fail('newPassword', 'New password must be at least 6 characters long');
      }
    }
    setErrors({});
    setBusy(true);
    try {
      const answer = await request('PATCH', '/api/admin/profile', {
        body: {
          ...(username !== base.username && { username }),
          ...(next && { currentPassword: current, newPassword: next }),
        },
        version: base.version,
      });
      start((answer as Profile).user);
      showToast({
        title: 'Profile Updated',
        text: 'Your profile has been updated successfully.',
        tone: 'success',
      });
    } catch (error) {
      if (statusOf(error) === 412) await readTheirs(username);
      const refusal = refusalOf(error);
      setErrors(refusal?.fields ?? {});
      const [wrong] = Object.keys(refusal?.fields ?? {});
      if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
      showFailure(error, 'Update Failed', refusal?.error ?? 'An error occurred');
    }
    setBusy(false);
  }

  return (
    <>
      <PageHead title="Settings" about="Your name here, and your password." />
      <form
        key={user.version}
        ref={form}
        className="settings stack"
        noValidate
        onSubmit={submit}
        onInput={onInput}
      >
        {conflict && (
          <Conflict onTakeTheirs={() => start(conflict.theirs)}>
            <Versus term="Username" theirs={conflict.theirs.username} mine={conflict.mine} />
          </Conflict>
        )}
        <UsernameField value={user.username} error={errors.username} />
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
          error={errors.currentPassword}
          optional
        />
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          error={errors.newPassword}
          onChange={setNext}
          optional
        >
          <StrengthHint password={next} />
        </PasswordField>
        <PasswordField
          name="confirmPassword"
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword}
          onChange={setConfirm}
          optional
        >
          <MatchHint one={next} two={confirm} />
        </PasswordField>
        <div>
          <Button type="submit" variant="primary" busy={busy && 'Saving...'}>
            {conflict ? 'Keep mine' : 'Save changes'}
          </Button>
        </div>
      </form>
    </>
  );
}
