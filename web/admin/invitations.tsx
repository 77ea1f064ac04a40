import { useState } from 'react';
import { type Invitation, InvitationDraft, type InvitationLink } from '#contract/invitation.ts';
import { defaultRole, roles } from '#contract/vocabulary.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../api/query-cache.ts';
import { refusalOf } from '../api/submit.ts';
import { Day } from '../day.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { Acts } from './parts/acts.tsx';
import { ignoreNotFound } from './parts/confirm-delete.tsx';
import { useEditing } from './parts/editing.ts';
import { EmailField } from './parts/email-field.tsx';
import { mailSettings } from './parts/mail.ts';
import { showSaved } from './parts/saved.ts';
import { UsernameField } from './parts/username-field.tsx';
import { showRefusal, useRequest } from './request.ts';

const source: Source<Invitation[]> = { path: '/api/admin/invitations' };

/** Returns a function that makes a link to an invitation. The link is shown once: the server stores only its hash. */
function useLink() {
  const request = useRequest();
  return async ({ id }: Invitation): Promise<string> => {
    const link = await request('POST', `${source.path}/${id}/link`, { isUnkeyed: true });
    return location.origin + (link as InvitationLink).path;
  };
}

export function InviteForm({ onClose }: { onClose(): void }) {
  const request = useRequest();
  const cache = useQueryCache();
  const makeLink = useLink();
  const isMailOn = useOptionalQuery(mailSettings)?.isOn;
  const [made, setMade] = useState<{ invitation: Invitation; link: string }>();
  const editing = useEditing({
    name: 'invitation:new',
    saved: { values: { role: defaultRole } },
    schema: InvitationDraft,
    labels: { username: 'Username', role: 'Role', email: 'E-mail' },
    failure: 'Nobody was invited',
    async save(body) {
      const invitation = (await request('POST', source.path, { body })) as Invitation;
      await cache.refresh(source.path).catch(() => {});
      const link = await makeLink(invitation).catch(() => undefined);
      if (link) setMade({ invitation, link });
      else {
        showSaved('Invited', `${invitation.username} is in the list below. Make a link there.`);
        onClose();
      }
    },
    onDone() {},
  });

  return (
    <>
      <Form form={editing.form} className="card add-user">
        <UsernameField />
        <SelectField name="role" label="Role" options={roles} />
        <EmailField
          help={
            isMailOn
              ? 'The link is mailed there as well.'
              : 'For signing in with the account of a provider, where one is configured.'
          }
        />
        <Acts editing={editing} save="Invite" saving="Inviting..." onCancel={onClose} />
      </Form>
      {made && <LinkDialog {...made} isMailed={isMailOn} onClose={onClose} />}
    </>
  );
}

interface LinkDialogProps {
  invitation: Invitation;
  link: string;
  isMailed?: boolean | undefined;
  onClose(): void;
}

function LinkDialog({ invitation, link, isMailed, onClose }: LinkDialogProps) {
  const { username, email, endsAt } = invitation;
  return (
    <Dialog title={`A link for ${username}`} onClose={onClose}>
      <div className="stack">
        <p>
          Send this link to <bdi>{username}</bdi>. It leads to a page where they choose a password,
          works once, and until <Day date={endsAt} />. It is shown only now.
          {isMailed && email && (
            <>
              {' '}
              A link of its own is on its way to <bdi>{email}</bdi>.
            </>
          )}
        </p>
        <CopyField label="Link of the invitation" text={link} button="Copy link">
          The link is copied.
        </CopyField>
        <div className="acts">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export function OpenInvitations() {
  const invitations = useOptionalQuery(source);
  if (!invitations || invitations.length === 0) return null;
  return (
    <>
      <h2 className="h-sub" id="open-invitations">
        Open invitations
      </h2>
      <section className="panel list" aria-labelledby="open-invitations">
        {invitations.map((invitation) => (
          <Entry key={invitation.id} invitation={invitation} />
        ))}
      </section>
    </>
  );
}

function Entry({ invitation }: { invitation: Invitation }) {
  const { id, username, role, email, invitedBy, endsAt } = invitation;
  const request = useRequest();
  const cache = useQueryCache();
  const makeLink = useLink();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<string>();

  async function act(work: () => Promise<void>, failure: string) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showRefusal(error, failure, refusalOf(error)?.error ?? 'Please try again.');
    }
    setBusy(false);
  }

  const showLink = () =>
    act(async () => setLink(await makeLink(invitation)), 'Failed to make a link');
  const withdraw = () =>
    act(async () => {
      await ignoreNotFound(request('DELETE', `${source.path}/${id}`));
      showSaved('Invitation withdrawn', username);
      await cache.refresh(source.path).catch(() => {});
      restoreFocus();
    }, 'Failed to withdraw the invitation');

  return (
    <>
      <article className="entry">
        <div className="top">
          <h3 dir="auto">{username}</h3>
          <span className="badge" data-g="none">
            {role}
          </span>
        </div>
        <p className="meta">
          {email && <bdi>{email}</bdi>}
          <span>
            invited by <bdi>{invitedBy}</bdi>
          </span>
          <span>
            open until <Day date={endsAt} />
          </span>
        </p>
        <div className="act">
          <Button
            small
            aria-label={`New link for ${username}`}
            disabled={isBusy}
            onClick={showLink}
          >
            New link
          </Button>
          <Button
            small
            variant="danger"
            aria-label={`Withdraw the invitation of ${username}`}
            disabled={isBusy}
            onClick={withdraw}
          >
            Withdraw
          </Button>
        </div>
      </article>
      {link && (
        <LinkDialog invitation={invitation} link={link} onClose={() => setLink(undefined)} />
      )}
    </>
  );
}
