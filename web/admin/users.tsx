import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { User } from '#contract/user.ts';
import { defaultRole, roles } from '#contract/vocabulary.ts';
import { statusOf } from '../api/client.ts';
import { useRead, useReads } from '../api/reads.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { useKeptForm } from '../ui/form.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { MatchHint, PasswordField, StrengthHint } from './parts/password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { showFailure, useRequest } from './request.ts';
import { useSession } from './session.tsx';
import * as sources from './sources.ts';

export default function Users() {
  const users = useRead(sources.users);
  useOwnChanges(users);
  const [editing, setEditing] = useAddressParam('edit');
  const adding = editing === 'new';
  const close = () => setEditing(null);
  return (
    <>
      <PageHead
        title="Users"
        about="Admins can add, edit, change roles of, and delete users."
        action={
          <Button
            variant={adding ? 'secondary' : 'primary'}
            aria-expanded={adding}
            aria-controls="add-user"
            onClick={() => setEditing(adding ? null : 'new')}
          >
            {!adding && <Plus className="i" aria-hidden="true" />}
            {adding ? 'Close' : 'Add User'}
          </Button>
        }
      />
      <div id="add-user">{adding && <AddUser onClose={close} />}</div>
      <section className="list" aria-label="Users">
        {users.map((user) =>
          user.id === editing ? (
            <EditRow key={user.id} user={user} onClose={close} />
          ) : (
            <Row key={user.id} user={user} onEdit={() => setEditing(user.id)} />
          ),
        )}
      </section>
    </>
  );
}

/** Whoever changes their own entry, or finds it changed, is called by the new name at once. */
function useOwnChanges(users: User[]): void {
  const { user: me, replaceUser } = useSession();
  const mine = users.find(({ id }) => id === me?.id);
  useEffect(() => {
    if (me && mine && mine.version > me.version) replaceUser(mine);
  }, [me, mine, replaceUser]);
}

/** Does it, asks for the list again, and says what the server said where it was refused. */
function useUserCall() {
  const request = useRequest();
  const reads = useReads();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const call = async (
    failure: string,
    ...[method, path, options]: Parameters<typeof request>
  ): Promise<'done' | 'stale' | 'failed'> => {
    if (busy.current) return 'failed';
    busy.current = true;
    setBusy(true);
    try {
      await request(method, path, options);
      return 'done';
    } catch (error) {
      const refusal = refusalOf(error);
      const reason = Object.values(refusal?.fields ?? {})[0] ?? refusal?.error;
      const isStale = statusOf(error) === 412;
      const again = isStale ? ' Save again to keep yours, or cancel to see theirs.' : '';
      showFailure(error, failure, (reason ?? 'Please try again.') + again);
      return isStale ? 'stale' : 'failed';
    } finally {
      // As it is now, whoever has changed it; where that cannot be had just now, nothing is lost.
      await reads.refresh(sources.users.path).catch(() => {});
      busy.current = false;
      setBusy(false);
    }
  };
  return { call, isBusy };
}

function Row({ user, onEdit }: { user: User; onEdit(): void }) {
  const { user: me } = useSession();
  const { call, isBusy } = useUserCall();
  return (
    <article className="entry">
      <div className="top">
        <h2>{user.username}</h2>
        <span className="badge" data-g="none">
          {user.role}
        </span>
        {user.id === me?.id && <span className="label">you</span>}
      </div>
      <div className="act">
        <Button small aria-label={`Edit ${user.username}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          small
          variant="danger"
          aria-label={`Delete ${user.username}`}
          busy={isBusy && 'Deleting...'}
          onClick={async () => {
            await call('Failed to delete user', 'DELETE', `/api/admin/users/${user.id}`);
            keepFocus();
          }}
        >
          Delete
        </Button>
      </div>
    </article>
  );
}

function EditRow({ user, onClose }: { user: User; onClose(): void }) {
  const { user: me } = useSession();
  const { call, isBusy } = useUserCall();
  const {
    ref: form,
    version,
    setVersion,
    onInput,
    forget,
  } = useKeptForm(`user:${user.id}`, user.version);
  /** As of the list. */
  const latest = useRef(user.version);
  latest.current = user.version;
  const [invalid, setInvalid] = useState(false);

  function close() {
    forget();
    onClose();
    keepFocus(`[aria-label="Edit ${CSS.escape(user.username)}"]`);
  }

  useEffect(
    () => form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus(),
    [form],
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    const username = String(data.get('username')).trim();
    const password = String(data.get('password'));
    if (!username) {
      setInvalid(true);
      form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
      return;
    }
    const outcome = await call('Failed to update user', 'PATCH', `/api/admin/users/${user.id}`, {
      body: { username, role: data.get('role') ?? user.role, ...(password && { password }) },
      ...(version !== undefined && { version }),
    });
    if (outcome === 'stale') setVersion(latest.current);
    if (outcome === 'done') (form.current ? close : forget)();
  }

  return (
    <form ref={form} className="entry user-edit" noValidate onSubmit={submit} onInput={onInput}>
      <UsernameField value={user.username} error={invalid ? '' : undefined} />
      <RoleField id="edit-role" value={user.role} disabled={user.id === me?.id} />
      <PasswordField name="password" label="New password" autoComplete="new-password" optional />
      <div className="acts">
        <Button small onClick={close}>
          Cancel
        </Button>
        <Button small type="submit" variant="primary" busy={isBusy && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  );
}

function RoleField({
  id,
  value,
  disabled = false,
}: {
  id: string;
  value: string;
  disabled?: boolean;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>Role</label>
      <select className="input" id={id} name="role" defaultValue={value} disabled={disabled}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </select>
    </div>
  );
}

function AddUser({ onClose }: { onClose(): void }) {
  const { call, isBusy } = useUserCall();
  const { ref: form, onInput, forget } = useKeptForm('user:new');
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [invalid, setInvalid] = useState<string>();

  function close() {
    forget();
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    const username = String(data.get('username')).trim();
    const wrong = !username
      ? 'username'
      : !password
        ? 'password'
        : confirm !== password
          ? 'confirmPassword'
          : undefined;
    setInvalid(wrong);
    if (wrong) {
      form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    const outcome = await call('Failed to create user', 'POST', '/api/admin/users', {
      body: { username, password, role: data.get('role') },
    });
    if (outcome !== 'done') return;
    if (!form.current) return forget();
    close();
    keepFocus(`[aria-label="Edit ${CSS.escape(username)}"]`);
  }

  return (
    <form ref={form} className="card add-user" noValidate onSubmit={submit} onInput={onInput}>
      <UsernameField error={invalid === 'username' ? '' : undefined} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        error={invalid === 'password' ? '' : undefined}
        onChange={setPassword}
      >
        <StrengthHint password={password} />
      </PasswordField>
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={invalid === 'confirmPassword' ? '' : undefined}
        onChange={setConfirm}
      >
        <MatchHint one={password} two={confirm} />
      </PasswordField>
      <RoleField id="new-role" value={defaultRole} />
      <div className="acts">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy && 'Adding...'}>
          Add User
        </Button>
      </div>
    </form>
  );
}
