import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { statusOf } from '../api/client.ts';
import { refusalOf } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { sendWaiting } from '../ui/draft-form.ts';
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

export function Login() {
  const { token, trouble, login } = useSession();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The accepted username and password while the form asks for the second factor. */
  const [credentials, setCredentials] = useState<{ username: string; password: string }>();
  const form = useRef<HTMLFormElement>(null);

  // Leaves the page if the user is already signed in, perhaps in another tab.
  useEffect(() => {
    if (token && !busy) goInside();
  }, [token, busy]);

  useEffect(() => sendWaiting(form.current), []);

  function show(text: string | undefined, next: typeof credentials): void {
    // `flushSync` renders the fields of the new step before the first of them gets the focus.
    flushSync(() => {
      setError(text);
      setCredentials(next);
      setBusy(false);
    });
    if (next !== credentials) form.current?.querySelector<HTMLInputElement>('input')?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(form.current ?? undefined);
    const typed = (name: string) => String(data.get(name) ?? '');
    const { username, password } = credentials ?? {
      username: typed('username'),
      password: typed('password'),
    };
    const code = credentials && typed('code').trim();
    const empty = !username
      ? 'username'
      : !password
        ? 'password'
        : code === ''
          ? 'code'
          : undefined;
    if (empty) {
      form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      const outcome = await login({ username, password, code });
      if (outcome === 'signed in') setTimeout(goInside, 100);
      else if (outcome === 'wrong') show('Invalid username or password', undefined);
      else show(code && 'This code is not right, or was used already', { username, password });
      return;
    } catch (reason) {
      console.warn('Login failed', reason);
      setError(
        (statusOf(reason) === 429 && refusalOf(reason)?.error) || 'Login failed. Please try again.',
      );
    }
    setBusy(false);
  }

  return (
    <Entrance>
      {/* `method="dialog"` sends nothing. Without scripts, the default GET would put the password into the URL. */}
      <form ref={form} method="dialog" noValidate onSubmit={submit}>
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
        <Button type="submit" variant="primary" busy={busy && 'Signing in...'}>
          Sign in
        </Button>
        {credentials ? (
          <Button variant="ghost" onClick={() => show(undefined, undefined)}>
            Start again
          </Button>
        ) : (
          <OidcButton onFailure={setError} />
        )}
      </form>
    </Entrance>
  );
}
