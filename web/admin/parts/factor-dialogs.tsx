import { type ReactNode, useState } from 'react';
import { PasswordAgain } from '#contract/second-factor.ts';
import { site } from '#contract/site/lab.ts';
import { refusalOf } from '../../api/submit.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type FieldErrors, useDraftForm } from '../../ui/draft-form.ts';
import { Form } from '../../ui/form.tsx';
import { showRefusal, useRequest } from '../request.ts';
import { useSession } from '../session.tsx';
import { PasswordField } from './password-field.tsx';

/**
 * Returns a function that sends a change. On success it calls `onDone` and resolves to undefined. On failure it
 * resolves to the field errors, or shows a toast and resolves to `{}`.
 */
export function useFactorRequest() {
  const request = useRequest();
  return async (
    path: string,
    body: object,
    onDone: (answer: unknown) => void,
  ): Promise<FieldErrors | undefined> => {
    try {
      // With an idempotency key, the server would store the answer with the recovery codes.
      onDone(await request('POST', path, { body, isUnkeyed: true }));
      return undefined;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.fields) return refusal.fields;
      showRefusal(
        error,
        'Failed to change the second factor',
        refusal?.error ?? 'Please try again.',
      );
      return {};
    }
  };
}

/** Asks for the user's own password again. Password managers need the hidden username to find the password. */
export function OwnPassword() {
  const { user } = useSession();
  return (
    <>
      <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
    </>
  );
}

interface PasswordDialogProps {
  title: string;
  path: string;
  /** The label of the submit button. */
  act: string;
  onDone(answer: unknown): void;
  onClose(): void;
  /** A sentence about what the change will do. */
  children: ReactNode;
}

/** Asks for the password again before the second factor is switched off or its recovery codes are replaced. */
export function PasswordDialog({
  title,
  path,
  act,
  onDone,
  onClose,
  children,
}: PasswordDialogProps) {
  const sendChange = useFactorRequest();
  const form = useDraftForm({
    name: 'password-again',
    schema: async () => PasswordAgain,
    quiet: true,
    send: (body) => sendChange(path, body, onDone),
  });
  return (
    <Dialog title={title} onClose={onClose} size="small">
      <Form form={form} className="stack">
        <p>{children}</p>
        <OwnPassword />
        <div className="acts">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.sending && 'One moment...'}>
            {act}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Shows new recovery codes. They cannot be shown again, because the server stores only their hashes. */
export function KeepCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const [isCopied, setCopied] = useState(false);
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;

  async function copy() {
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  }

  return (
    <Dialog title="Keep these recovery codes" onClose={onClose}>
      <div className="stack">
        <p>
          If you lose your phone, each of them signs you in once, in place of a code from the app.
          Keep them where your password is not. They are shown only now.
        </p>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p className="sr" role="status">
          {isCopied && 'The codes are copied.'}
        </p>
        <div className="acts">
          {/* `navigator.clipboard` is undefined on a site without HTTPS. */}
          {navigator.clipboard && <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy'}</Button>}
          <a
            className={buttonClass()}
            href={file}
            download={`${site.name.toLowerCase()}-recovery-codes.txt`}
          >
            Save as a file
          </a>
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
