import { useState } from 'react';
import type { SecondFactor as Factor, RecoveryCodes } from '#contract/second-factor.ts';
import type { User } from '#contract/user.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../api/query-cache.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toasts.ts';
import { KeepCodes, PasswordDialog } from './parts/factor-dialogs.tsx';
import { SetUpFactor } from './parts/set-up-factor.tsx';

const source: Source<Factor> = { path: '/api/admin/profile/second-factor' };

export function SecondFactor({ user }: { user: User }) {
  const factor = useOptionalQuery(source);
  const cache = useQueryCache();
  const [open, setOpen] = useState<'set up' | 'new codes' | 'off'>();
  const [codes, setCodes] = useState<string[]>();
  if (!factor) return null;

  const refresh = () => cache.refresh(source.path).catch(() => {});
  function showCodes(made: string[]) {
    setOpen(undefined);
    setCodes(made);
    refresh();
  }
  const close = () => setOpen(undefined);

  return (
    <section className="settings stack">
      <h2 className="h-sub">Signing in</h2>
      <p>
        <b>Second factor: {factor.isOn ? 'on' : 'off'}.</b> <State factor={factor} />
      </p>
      <div className="cluster">
        <Button onClick={() => setOpen('set up')}>
          {factor.isOn ? 'Set up another app' : 'Switch on the second factor'}
        </Button>
        {factor.isOn && (
          <>
            <Button onClick={() => setOpen('new codes')}>Make new recovery codes</Button>
            <Button variant="danger" onClick={() => setOpen('off')}>
              Switch off
            </Button>
          </>
        )}
      </div>
      {open === 'set up' && <SetUpFactor user={user} onDone={showCodes} onClose={close} />}
      {open === 'new codes' && (
        <PasswordDialog
          title="Make new recovery codes"
          path={`${source.path}/codes`}
          act="Make new codes"
          onDone={(answer) => showCodes((answer as RecoveryCodes).recoveryCodes)}
          onClose={close}
        >
          The codes that you have now will no longer work.
        </PasswordDialog>
      )}
      {open === 'off' && (
        <PasswordDialog
          title="Switch off the second factor"
          path={`${source.path}/off`}
          act="Switch off"
          onDone={() => {
            close();
            refresh();
            showToast({
              title: 'Second factor switched off',
              text: 'From now on your password alone signs you in.',
              tone: 'success',
            });
          }}
          onClose={close}
        >
          From then on your password alone signs you in.
        </PasswordDialog>
      )}
      {codes && <KeepCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function State({ factor: { isOn, hasApp, recoveryCodesLeft } }: { factor: Factor }) {
  if (!isOn) {
    return 'With it, signing in takes your password and a code from an app on your phone. A stolen password alone is then worth nothing.';
  }
  const codesLeft =
    recoveryCodesLeft === 1 ? 'One recovery code is' : `${recoveryCodesLeft} recovery codes are`;
  return hasApp
    ? `Signing in takes your password and a code from your app. ${codesLeft} left.`
    : `The site was restored from a backup, which has no secrets of apps: set up your app again. ${codesLeft} left.`;
}
