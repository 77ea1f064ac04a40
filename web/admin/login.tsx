import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { site } from '#site.config.ts';
import { statusOf } from '../api/client.ts';
import { refusalOf } from '../api/submit.ts';
import { HeroArt } from '../art/hero-art.tsx';
import { Mark } from '../art/marks.tsx';
import { Button } from '../ui/button.tsx';
import { sendWaiting } from '../ui/form.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { PasswordField } from './parts/password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { takeReturn, useSession } from './session.tsx';

export function Login() {
  const { token, login } = useSession();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // Already signed in, perhaps in another tab a moment ago.
  useEffect(() => {
    if (token && !busy) navigate(takeReturn(), { replace: true });
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
        setTimeout(() => navigate(takeReturn()), 100);
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
        {/* Where no script ever runs, what was typed must not end up in the address bar. */}
        <form ref={form} method="post" noValidate onSubmit={submit}>
          <div>
            <a className="brand" href="/" aria-label={`${site.name}, home`}>
              <Mark />
              {site.name}
            </a>
            <h1 className="d2">Sign in</h1>
            <p className="muted">To the staff area of the lab.</p>
          </div>
          {error && (
            <div className="alert" role="alert">
              <CircleAlert className="i" aria-hidden="true" />
              <b>{error}</b>
            </div>
          )}
          <UsernameField />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <Button type="submit" variant="primary" busy={busy && 'Signing in...'}>
            Sign in
          </Button>
        </form>
      </section>
    </main>
  );
}
