import { MailPlus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { StaffUser } from '#contract/user.ts';
import { useQuery, useQueryCache } from '../api/query-cache.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { InviteForm, OpenInvitations } from './invitations.tsx';
import { UnsavedMark } from './parts/acts.tsx';
import { ignoreNotFound } from './parts/confirm-delete.tsx';
import { useLastSeen } from './parts/content.ts';
import { Gone } from './parts/gone.tsx';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { showSaved } from './parts/saved.ts';
import { showRefusal, useRequest } from './request.ts';
import { useSession } from './session.tsx';
import { AddUser, EditRow, usersSource } from './user-forms.tsx';

export default function Users() {
  const users = useQuery(usersSource);
  useOwnChanges(users);
  const [editing, setEditing] = useAddressParam('edit');
  const edited = useLastSeen(users, editing);
  const isAdding = editing === 'new';
  const isInviting = editing === 'invite';
  /** Closes the form. Focuses the Edit button of the user `id`, because the focused element is removed. */
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
          <div className="cluster">
            {!isAdding && <UnsavedMark name="user:new" />}
            {!isInviting && <UnsavedMark name="invitation:new" />}
            <Button
              aria-expanded={isInviting}
              aria-controls="invite"
              onClick={() => setEditing(isInviting ? null : 'invite')}
            >
              {!isInviting && <MailPlus className="i" aria-hidden="true" />}
              {isInviting ? 'Close' : 'Invite'}
            </Button>
            <Button
              variant={isAdding ? 'secondary' : 'primary'}
              aria-expanded={isAdding}
              aria-controls="add-user"
              onClick={() => setEditing(isAdding ? null : 'new')}
            >
              {!isAdding && <Plus className="i" aria-hidden="true" />}
              {isAdding ? 'Close' : 'Add User'}
            </Button>
          </div>
        }
      />
      <div id="invite">{isInviting && <InviteForm onClose={() => close()} />}</div>
      <div id="add-user">{isAdding && <AddUser onClose={close} />}</div>
      {editing && !isAdding && !isInviting && !edited && (
        <Gone kind="user" onClose={() => close()} />
      )}
      <section className="panel list" aria-label="Users">
        {users.map((user) =>
          user.id === editing ? (
            <EditRow key={user.id} user={user} onClose={() => close(user.id)} />
          ) : (
            <Row key={user.id} user={user} onEdit={() => setEditing(user.id)} />
          ),
        )}
      </section>
      <OpenInvitations />
    </>
  );
}

/** Updates the session when the list has a newer version of the signed-in user. */
function useOwnChanges(users: StaffUser[]): void {
  const { user: me, replaceUser } = useSession();
  const mine = users.find(({ id }) => id === me?.id);
  useEffect(() => {
    if (me && mine && mine.version > me.version) replaceUser(mine);
  }, [me, mine, replaceUser]);
}

function Row({ user, onEdit }: { user: StaffUser; onEdit(): void }) {
  const { user: me } = useSession();
  const request = useRequest();
  const cache = useQueryCache();
  const [isBusy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await ignoreNotFound(request('DELETE', `/api/admin/users/${user.id}`));
      showSaved('User deleted', user.username);
    } catch (error) {
      showRefusal(
        error,
        'Failed to delete user',
        refusalOf(error)?.error ?? 'Nothing was deleted. Please try again.',
      );
    }
    // Ignores a failed refresh, because a toast already shows the outcome.
    await cache.refresh(usersSource.path).catch(() => {});
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
        {user.hasSecondFactor && (
          <span className="badge" data-g="ring">
            second factor
          </span>
        )}
        {user.id === me?.id && <span className="label">you</span>}
        <UnsavedMark name={`user:${user.id}`} />
      </div>
      {user.email && (
        <p className="meta" dir="auto">
          {user.email}
        </p>
      )}
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
