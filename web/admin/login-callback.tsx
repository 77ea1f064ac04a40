import { useEffect, useRef, useState } from 'react';
import { entrances } from '#contract/entrance.ts';
import type { SignedIn } from '#contract/user.ts';
import { refusalOf } from '../api/submit.ts';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Alert, PageLoading } from '../ui/states.tsx';
import { goInside } from './login.tsx';
import { Entrance, EntranceHead } from './parts/entrance.tsx';
import { finishSignIn } from './parts/oidc.tsx';
import { useSession } from './session.tsx';

/** The page that a provider sends the browser back to. */
export function LoginCallback() {
  const { enter } = useSession();
  const [error, setError] = useState<string>();
  /** Kept when React runs the effect twice, in development: the answer in the address works once. */
  const signing = useRef<Promise<SignedIn>>(undefined);

  useEffect(() => {
    let isLeft = false;
    signing.current ??= finishSignIn();
    signing.current.then(
      (signedIn) => {
        if (isLeft) return;
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
      isLeft = true;
    };
  }, [enter]);

  if (!error) return <PageLoading text="Signing you in" />;
  return (
    <Entrance>
      <div className="entrance">
        <EntranceHead title="Not signed in">To the staff area of the lab.</EntranceHead>
        <Alert title={error} />
        <Link className={buttonClass({ variant: 'primary' })} href={entrances.login}>
          Back to the sign-in
        </Link>
      </div>
    </Entrance>
  );
}
