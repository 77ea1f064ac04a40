import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { SecondFactorDraft } from '#contract/second-factor.ts';
import { Login as LoginBody } from '#contract/user.ts';
import { statusOf } from '../api/client.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { type FieldErrors, useDraftForm } from '../ui/draft-form.ts';
import { Form } from '../ui/form.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { Alert } from '../ui/states.tsx';
import { CodeField } from './parts/code-field.tsx';
import { Entrance, EntranceHead } from './parts/entrance.tsx';
import { OidcButton } from './parts/oidc.tsx';
import { PasswordField } from './parts/password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { takeReturn, useSession } from './session.tsx';

/** Opens the page that the user wanted before the sign-in. Moves the focus, because the focused button is removed. */
export function goInside(): void {
  navigate(takeReturn(), { replace: true, state: history.state });
  restoreFocus('.admin-main');
}

const LoginWithCode = LoginBody.extend({ code: SecondFactorDraft.shape.code });

export function Login() {
  const { token, trouble, login } = useSession();
  const [error, setError] = useState<string>();
  /** The accepted username and password while the form asks for the second factor. */
  const [credentials, setCredentials] = useState<{ username: string; password: string }>();
  const form = useDraftForm<LoginBody>({
    schema: async () => (credentials ? LoginWithCode : LoginBody),
    quiet: true,
    toDraft: (values) => ({ ...credentials, ...values }),
    send,
  });

  // Leaves the page after the sign-in, also if the user signs in in another tab.
  useEffect(() => {
    if (token && !form.sending) goInside();
  }, [token, form.sending]);

  function show(text: string | undefined, next: typeof credentials): void {
    // `flushSync` renders the fields of the new step before the first of them gets the focus.
    flushSync(() => {
      setError(text);
      setCredentials(next);
    });
    if (next !== credentials) form.ref.current?.querySelector<HTMLInputElement>('input')?.select();
  }

  async function send({ username, password, code }: LoginBody): Promise<FieldErrors | undefined> {
    setError(undefined);
    try {
      const outcome = await login({ username, password, code });
      if (outcome === 'signed in') {
        // The specification asks for about 100 ms before the page is left. The button is busy meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return undefined;
      }
      if (outcome === 'wrong') show('Invalid username or password', undefined);
      else show(code && 'This code is not right, or was used already', { username, password });
    } catch (reason) {
      console.warn('Login failed', reason);
      setError(
        (statusOf(reason) === 429 && refusalOf(reason)?.error) || 'Login failed. Please try again.',
      );
    }
    return {};
  }

  return (
    <Entrance>
      <Form form={form}>
        <EntranceHead title={credentials ? 'One more step' : 'Sign in'}>
          {credentials ? 'Your account has a second factor.' : 'To the staff area of the lab.'}
        </EntranceHead>
        {/* head-script.ts shows this alert if scripts cannot be loaded, and focuses it if the form was submitted. */}
        <div className="scripts-failed alert" role="alert" tabIndex={-1}>
          <CircleAlert className="i" aria-hidden="true" />
          <b>You cannot sign in: a part of the page could not be loaded</b>
          <p>Check your connection and reload the page.</p>
        </div>
        {error && <Alert title={error} />}
        {!error && !credentials && (trouble === 'abandoned' || trouble === 'ended') && (
          <Alert title="Please sign in again">
            {trouble === 'ended'
              ? 'Your session has ended.'
              : 'Your session could not be checked, because the server did not answer.'}{' '}
            You will come back to the page that you asked for.
          </Alert>
        )}
        {credentials ? (
          <CodeField />
        ) : (
          <>
            <UsernameField />
            <PasswordField name="password" label="Password" autoComplete="current-password" />
          </>
        )}
        <p className="form-waits" role="status">
          The page is still loading. You are signed in when it is complete.
        </p>
        <Button type="submit" variant="primary" busy={form.sending && 'Signing in...'}>
          Sign in
        </Button>
        {credentials ? (
          <Button variant="ghost" onClick={() => show(undefined, undefined)}>
            Start again
          </Button>
        ) : (
          <OidcButton onFailure={setError} />
        )}
      </Form>
    </Entrance>
  );
}
