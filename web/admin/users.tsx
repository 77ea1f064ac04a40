import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { type User, UserChange, UserDraft } from '#contract/user.ts';
import { defaultRole, roles } from '#contract/vocabulary.ts';
import { type Source, useQuery, useQueryCache } from '../api/query-cache.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { Acts, UnsavedMark } from './parts/acts.tsx';
import { deleted } from './parts/confirm-delete.tsx';
import { useLastSeen } from './parts/content.ts';
import { useEditing } from './parts/editing.ts';
import { Gone } from './parts/gone.tsx';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { MatchHint, PasswordField, StrengthHint } from './parts/password-field.tsx';
import { showSaved } from './parts/saved.ts';
import { useRefreshed } from './parts/saving.ts';
import { UsernameField } from './parts/username-field.tsx';
import { showRefusal, useRequest } from './request.ts';
import { useSession } from './session.tsx';

const source: Source<User[]> = { path: '/api/admin/users' };

export default function Users() {
  const users = useQuery(source);
  useOwnChanges(users);
  const [editing, setEditing] = useAddressParam('edit');
  const edited = useLastSeen(users, editing);
  const adding = editing === 'new';
  /** Moves the focus to the user's Edit button, because the focused row is replaced. */
  function close(id?: string) {
    setEditing(null);
    restoreFocus(id && `[data-edit="${CSS.escape(id)}"]`);
  }
  return (
    <>
      <PageHead
        title="Users"
        about="Admins can add, edit, change roles of, and delete users."
        action={
          <>
            {!adding && <UnsavedMark name="user:new" />}
            <Button
              variant={adding ? 'secondary' : 'primary'}
              aria-expanded={adding}
              aria-controls="add-user"
              onClick={() => setEditing(adding ? null : 'new')}
            >
              {!adding && <Plus className="i" aria-hidden="true" />}
              {adding ? 'Close' : 'Add User'}
            </Button>
          </>
        }
      />
      <div id="add-user">{adding && <AddUser onClose={close} />}</div>
      {editing && !adding && !edited && <Gone kind="user" onClose={() => close()} />}
      <section className="panel list" aria-label="Users">
        {users.map((user) =>
          user.id === editing ? (
            <EditRow key={user.id} user={user} onClose={() => close(user.id)} />
          ) : (
            <Row key={user.id} user={user} onEdit={() => setEditing(user.id)} />
          ),
        )}
      </section>
    </>
  );
}

/** Updates the session when somebody changes their own entry, or finds it changed. */
function useOwnChanges(users: User[]): void {
  const { user: me, replaceUser } = useSession();
  const mine = users.find(({ id }) => id === me?.id);
  useEffect(() => {
    if (me && mine && mine.version > me.version) replaceUser(mine);
  }, [me, mine, replaceUser]);
}

function Row({ user, onEdit }: { user: User; onEdit(): void }) {
  const { user: me } = useSession();
  const request = useRequest();
  const cache = useQueryCache();
  const [isBusy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await deleted(request('DELETE', `/api/admin/users/${user.id}`));
      showSaved('User deleted', user.username);
    } catch (error) {
      showRefusal(
        error,
        'Failed to delete user',
        refusalOf(error)?.error ?? 'Nothing was deleted. Please try again.',
      );
    }
    // The outcome is known, even if the list cannot be read at the moment.
    await cache.refresh(source.path).catch(() => {});
    setBusy(false);
    restoreFocus();
  }

  return (
    <article className="entry">
      <div className="top">
        <h2 dir="auto">{user.username}</h2>
        <span className="badge" data-g="none">
          {user.role}
        </span>
        {user.id === me?.id && <span className="label">you</span>}
        <UnsavedMark name={`user:${user.id}`} />
      </div>
      <div className="act">
        <Button small aria-label={`Edit ${user.username}`} data-edit={user.id} onClick={onEdit}>
          Edit
        </Button>
        <Button
          small
          variant="danger"
          aria-label={`Delete ${user.username}`}
          busy={isBusy && 'Deleting...'}
          onClick={remove}
        >
          Delete
        </Button>
      </div>
    </article>
  );
}

const savedOf = ({ username, role, version }: User) => ({ version, values: { username, role } });

function EditRow({ user, onClose }: { user: User; onClose(): void }) {
  const { user: me } = useSession();
  const request = useRequest();
  const refresh = useRefreshed(source, user.id);
  const editing = useEditing({
    name: `user:${user.id}`,
    saved: savedOf(user),
    schema: UserChange,
    labels: { username: 'Username', role: 'Role' },
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
      <Acts editing={editing} small onCancel={onClose} />
    </Form>
  );
}

/** Empty messages: missing fields are only marked, and the hint below already says that passwords differ. */
const NewUser = UserDraft.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: () => '' },
);

function AddUser({ onClose }: { onClose(id?: string): void }) {
  const request = useRequest();
  const refresh = useRefreshed(source, undefined);
  const made = useRef<string>(undefined);
  const editing = useEditing({
    name: 'user:new',
    saved: { values: { role: defaultRole } },
    schema: NewUser,
    labels: { username: 'Username', role: 'Role' },
    failure: 'Failed to create user',
    async save({ username, password, role }) {
      const body = { username, password, role };
      made.current = ((await request('POST', '/api/admin/users', { body })) as User).id;
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
      <Acts editing={editing} save="Add User" saving="Adding..." onCancel={() => onClose()} />
    </Form>
  );
}
