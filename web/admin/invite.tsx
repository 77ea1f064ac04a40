import { useEffect, useState } from 'react';
import { InvitationAnswer, invitationTime, type OwnInvitation } from '#contract/invitation.ts';
import type { SignedIn } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { statusOf } from '../api/client.ts';
import { refusalOf, send } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { type FieldErrors, useDraftForm } from '../ui/draft-form.ts';
import { Form } from '../ui/form.tsx';
import { Alert, PageLoading } from '../ui/states.tsx';
import { goInside } from './login.tsx';
import { Entrance, EntranceHead } from './parts/entrance.tsx';
import { OidcButton } from './parts/oidc.tsx';
import { MatchHint, PasswordField, StrengthHint } from './parts/password-field.tsx';
import { useSession } from './session.tsx';

/** The page on which an invitation is accepted. Its secret is in the URL's fragment, which browsers do not send. */
export default function Invite() {
  const [secret] = useState(() => location.hash.slice(1));
  const [invitation, setInvitation] = useState<OwnInvitation>();
  const [failure, setFailure] = useState<'gone' | 'unknown'>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` sends the request again
  useEffect(() => {
    send('POST', '/api/admin/invite', { secret }).then(
      (found) => setInvitation(found as OwnInvitation),
      (error) => setFailure(statusOf(error) === 404 ? 'gone' : 'unknown'),
    );
  }, [secret, attempt]);

  function lookAgain() {
    setFailure(undefined);
    setAttempt(attempt + 1);
  }

  if (failure) {
    return (
      <Entrance>
        <div className="entrance">
          <EntranceHead title="Your invitation">To the staff area of the lab.</EntranceHead>
          {failure === 'gone' ? (
            <Alert title="This invitation is no longer open">
              It was used, withdrawn, or is older than {invitationTime}. Ask the person who invited
              you for a new one.
            </Alert>
          ) : (
            <Alert title="Your invitation could not be read" onRetry={lookAgain}>
              Check your connection.{' '}
            </Alert>
          )}
        </div>
      </Entrance>
    );
  }
  if (!invitation) return <PageLoading text="Opening your invitation" />;
  return <AcceptForm secret={secret} invitation={invitation} onGone={() => setFailure('gone')} />;
}

/** `refine` returns an empty message, because `MatchHint` below the field already says that the passwords differ. */
const Passwords = InvitationAnswer.pick({ password: true })
  .extend({ confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: () => '',
  });

interface AcceptFormProps {
  secret: string;
  invitation: OwnInvitation;
  onGone(): void;
}

function AcceptForm({ secret, invitation, onGone }: AcceptFormProps) {
  const { enter } = useSession();
  const [error, setError] = useState<string>();
  const { username, role, email } = invitation;
  const form = useDraftForm({
    name: 'invite',
    schema: async () => Passwords,
    quiet: true,
    async send({ password }): Promise<FieldErrors | undefined> {
      setError(undefined);
      try {
        const body = { secret, password };
        enter((await send('POST', '/api/admin/invite/accept', body)) as SignedIn);
        goInside();
        return undefined;
      } catch (reason) {
        if (statusOf(reason) === 404) onGone();
        const refusal = refusalOf(reason);
        if (!refusal?.fields) setError(refusal?.error ?? 'Nothing was saved. Please try again.');
        return refusal?.fields ?? {};
      }
    },
  });

  return (
    <Entrance>
      <Form form={form}>
        <EntranceHead title="Welcome">
          You are invited to the staff area of the lab, as {role}. Choose a password, and you are
          in.
        </EntranceHead>
        {error && <Alert title={error} />}
        <div className="field">
          <label htmlFor="invited">Username</label>
          <input
            className="input"
            id="invited"
            dir="auto"
            value={username}
            readOnly
            autoComplete="username"
          />
        </div>
        <PasswordField name="password" label="Password" autoComplete="new-password">
          <StrengthHint of="password" />
        </PasswordField>
        <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password">
          <MatchHint of="password" and="confirmPassword" />
        </PasswordField>
        <Button type="submit" variant="primary" busy={form.sending && 'One moment...'}>
          Join the lab
        </Button>
        {email && <OidcButton onFailure={setError} />}
      </Form>
    </Entrance>
  );
}
