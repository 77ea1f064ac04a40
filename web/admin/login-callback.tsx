import { useEffect, useRef, useState } from 'react';
import { signedOutPages } from '#contract/entrance.ts';
import type { SignedIn } from '#contract/user.ts';
import { refusalOf } from '../api/submit.ts';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Alert, PageLoading } from '../ui/states.tsx';
import { goInside } from './login.tsx';
import { Entrance, EntranceHead } from './parts/entrance.tsx';
import { finishSignIn } from './parts/oidc.tsx';
import { useSession } from './session.tsx';

/** The page to which the OpenID Connect provider redirects the browser after the sign-in. */
export function LoginCallback() {
  const { enter } = useSession();
  const [error, setError] = useState<string>();
  /** Makes the request only once: StrictMode runs the effect twice, but the code in the URL works once. */
  const signIn = useRef<Promise<SignedIn>>(undefined);

  useEffect(() => {
    let isUnmounted = false;
    signIn.current ??= finishSignIn();
    signIn.current.then(
      (signedIn) => {
        if (isUnmounted) return;
        enter(signedIn);
        goInside();
      },
      (reason) =>
        setError(
          refusalOf(reason)?.error ??
            'The sign-in was not completed in this tab. Please start it again.',
        ),
    );
    return () => {
      isUnmounted = true;
    };
  }, [enter]);

  if (!error) return <PageLoading text="Signing you in" />;
  return (
    <Entrance>
      <div className="entrance">
        <EntranceHead title="Not signed in">Signing in to the staff area has failed.</EntranceHead>
        <Alert title={error} />
        <Link className={buttonClass({ variant: 'primary' })} href={signedOutPages.login}>
          Back to sign-in
        </Link>
      </div>
    </Entrance>
  );
}
