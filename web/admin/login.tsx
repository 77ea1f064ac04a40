import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { site } from '#contract/site/lab.ts';
import { statusOf } from '../api/client.ts';
import { refusalOf } from '../api/submit.ts';
import { HeroArt } from '../art/hero-art.tsx';
import { Mark } from '../art/marks.tsx';
import { Button } from '../ui/button.tsx';
import { sendWaiting } from '../ui/draft-form.ts';
import { restoreFocus } from '../ui/restore-focus.ts';
import { Alert } from '../ui/states.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { PasswordField } from './parts/password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { takeReturn, useSession } from './session.tsx';

/** Opens the page that the sign-in was for, and moves the focus there from the button that is gone. */
function goInside(): void {
  navigate(takeReturn(), { replace: true, state: history.state });
  restoreFocus('.admin-main');
}

export function Login() {
  const { token, trouble, login } = useSession();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // Leaves the page when somebody is signed in already, perhaps by another tab.
  useEffect(() => {
    if (token && !busy) goInside();
  }, [token, busy]);

  useEffect(() => sendWaiting(form.current), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(form.current ?? undefined);
    const [username, password] = [String(data.get('username')), String(data.get('password'))];
    const empty = !username ? 'username' : !password ? 'password' : undefined;
    if (empty) {
      form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      if (await login(username, password)) {
        setTimeout(goInside, 100);
        return;
      }
      setError('Invalid username or password');
    } catch (reason) {
      console.warn('Login failed', reason);
      setError(
        (statusOf(reason) === 429 && refusalOf(reason)?.error) || 'Login failed. Please try again.',
      );
    }
    setBusy(false);
  }

  return (
    <main className="login" id="main">
      <figure className="login-art">
        <HeroArt />
        <figcaption className="label">
          Staff only: pods, apps, posts, and everything the community sends in.
        </figcaption>
      </figure>
      <section className="login-form">
        <span className="corner">
          <ThemeToggle />
        </span>
        {/* POST: without scripts the password must not end up in the address bar. */}
        <form ref={form} method="dialog" noValidate onSubmit={submit}>
          <div>
            <a className="brand" href="/" aria-label={`${site.name}, home`}>
              <Mark />
              {site.name}
            </a>
            <h1 className="d2">Sign in</h1>
            <p className="muted">To the staff area of the lab.</p>
          </div>
          {/* head-script.ts shows it, and moves the focus here from a form that waits. */}
          <div className="scripts-failed alert" role="alert" tabIndex={-1}>
            <CircleAlert className="i" aria-hidden="true" />
            <b>You cannot sign in: a part of the page could not be loaded</b>
            <p>Check your connection and reload the page.</p>
          </div>
          {error && <Alert title={error} />}
          {!error && (trouble === 'abandoned' || trouble === 'ended') && (
            <Alert title="Please sign in again">
              {trouble === 'ended'
                ? 'Your session has ended.'
                : 'Your session could not be checked, because the server did not answer.'}{' '}
              You will come back to the page that you asked for.
            </Alert>
          )}
          <UsernameField />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <p className="form-waits" role="status">
            The page is still loading. You are signed in when it is complete.
          </p>
          <Button type="submit" variant="primary" busy={busy && 'Signing in...'}>
            Sign in
          </Button>
        </form>
      </section>
    </main>
  );
}
