import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { encodeBase32 } from '#contract/base32.ts';
import { type RecoveryCodes, SecondFactorDraft } from '#contract/second-factor.ts';
import { site } from '#contract/site/lab.ts';
import type { User } from '#contract/user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDraftForm } from '../../ui/draft-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { OwnPassword, useFactorRequest } from './factor-dialogs.tsx';
import { otpauthUri } from './otpauth-uri.ts';

interface SetUpFactorProps {
  user: User;
  onDone(recoveryCodes: string[]): void;
  onClose(): void;
}

/** Shows a new secret as a QR code. Once the user sends a code from the app and the password, the second factor is on. */
export function SetUpFactor({ user, onDone, onClose }: SetUpFactorProps) {
  const [secret] = useState(() => encodeBase32(crypto.getRandomValues(new Uint8Array(20))));
  const sendChange = useFactorRequest();
  const form = useDraftForm({
    name: 'second-factor',
    schema: async () => SecondFactorDraft,
    quiet: true,
    toDraft: (values) => ({ ...values, secret }),
    send: (body) =>
      sendChange('/api/admin/profile/second-factor/on', body, (answer) =>
        onDone((answer as RecoveryCodes).recoveryCodes),
      ),
  });

  return (
    <Dialog title="Set up the second factor" onClose={onClose}>
      <Form form={form} className="stack">
        <p>
          Scan this with an authenticator app on your phone, or type the key into it. Then enter the
          code that the app shows.
        </p>
        <div className="factor-secret">
          <QrCode text={otpauthUri({ issuer: site.name, username: user.username, secret })} />
          <div>
            <p className="label">Key</p>
            <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </div>
        </div>
        <TextField name="code" label="Code" autoComplete="one-time-code" />
        <OwnPassword />
        <div className="acts">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.sending && 'One moment...'}>
            Switch on
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Draws a QR code. CSS makes it dark on light in both themes, because many apps cannot read an inverted code. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 2 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
    );
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <path d={path} />
    </svg>
  );
}
