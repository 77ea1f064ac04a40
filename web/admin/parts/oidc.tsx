import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OidcAnswer, OidcStart, SignInWays } from '#contract/oidc.ts';
import type { SignedIn } from '#contract/user.ts';
import { readOverHttp } from '../../api/client.ts';
import { refusalOf, send } from '../../api/submit.ts';
import { Button } from '../../ui/button.tsx';

/**
 * The key of the ticket in sessionStorage. The ticket ties the callback to the tab in which the sign-in started.
 * Another site cannot write to this storage, so a link from there to the callback signs nobody in.
 */
const ticketKey = 'oidcTicket';

/** The button "Sign in with …". Shows nothing if no OpenID Connect provider is configured. */
export function OidcButton({ onFailure }: { onFailure(text: string): void }) {
  const name = useProvider();
  const [busy, setBusy] = useState(false);

  // After Back the browser may restore this page from its back/forward cache, with the button still busy.
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

/** Finishes the sign-in that this tab started, with the provider's answer in the query string. Works only once. */
export async function finishSignIn(): Promise<SignedIn> {
  const ticket = sessionStorage.getItem(ticketKey);
  const query = location.search;
  sessionStorage.removeItem(ticketKey);
  // The authorization code can be redeemed only once. Without it in the URL, a reload does not send it again.
  history.replaceState(history.state, '', location.pathname);
  if (!ticket) throw new Error('no sign-in has begun in this tab');
  const answer: OidcAnswer = { ticket, query };
  return (await send('POST', '/api/admin/oidc/finish', answer)) as SignedIn;
}
