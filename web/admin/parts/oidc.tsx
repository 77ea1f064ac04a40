import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OidcAnswer, OidcStart, SignInWays } from '#contract/oidc.ts';
import type { SignedIn } from '#contract/user.ts';
import { readOverHttp } from '../../api/client.ts';
import { refusalOf, send } from '../../api/submit.ts';
import { Button } from '../../ui/button.tsx';

/**
 * The sessionStorage key of the ticket from `OidcStart`. The callback page needs the ticket of a sign-in in the same
 * tab, so a link from another site to the callback page signs nobody in (login CSRF).
 */
const ticketKey = 'oidcTicket';

/** The button "Sign in with …". Shows nothing if no OpenID Connect provider is configured. */
export function OidcButton({ onFailure }: { onFailure(text: string): void }) {
  const name = useProvider();
  const [busy, setBusy] = useState(false);

  // After Back, the browser may restore the page from its back/forward cache: the button would still be busy.
  useEffect(() => {
    const wake = () => setBusy(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  async function start() {
    setBusy(true);
    try {
      const { url, ticket } = (await send('POST', '/api/admin/oidc/start')) as OidcStart;
      sessionStorage.setItem(ticketKey, ticket);
      location.assign(url);
    } catch (error) {
      onFailure(refusalOf(error)?.error ?? 'The sign-in could not begin. Please try again.');
      setBusy(false);
    }
  }

  if (!name) return null;
  return (
    <>
      <p className="or label" aria-hidden="true">
        or
      </p>
      <Button busy={busy && 'One moment...'} onClick={start}>
        <KeyRound className="i" aria-hidden="true" />
        <span>
          Sign in with <bdi>{name}</bdi>
        </span>
      </Button>
    </>
  );
}

function useProvider(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    readOverHttp()('/api/admin/sign-in').then(
      (ways) => setName((ways as SignInWays).oidc),
      // Ignores a failure: signing in with a password still works.
      () => {},
    );
  }, []);
  return name;
}

/** Finishes the sign-in of this tab with the query string that the provider added to the URL. Works only once. */
export async function finishSignIn(): Promise<SignedIn> {
  const ticket = sessionStorage.getItem(ticketKey);
  const query = location.search;
  sessionStorage.removeItem(ticketKey);
  // Removes the authorization code from the URL, because a reload would send it again, and a code works only once.
  history.replaceState(history.state, '', location.pathname);
  if (!ticket) throw new Error('no sign-in has begun in this tab');
  const answer: OidcAnswer = { ticket, query };
  return (await send('POST', '/api/admin/oidc/finish', answer)) as SignedIn;
}
