import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface CopyFieldProps {
  label: string;
  text: string;
  button: string;
  /** The text that screen readers announce after copying. */
  children: ReactNode;
}

export function CopyField({ label, text, button, children }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without TLS there is no clipboard API. The text is selected, so that it can be copied by hand.
      field.current?.select();
    }
  }

  return (
    <>
      <div className="copy-field">
        <input
          ref={field}
          className="input"
          aria-label={label}
          readOnly
          value={text}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={copy}>{isCopied ? 'Copied' : button}</Button>
      </div>
      <p className="sr" role="status">
        {isCopied && children}
      </p>
    </>
  );
}
