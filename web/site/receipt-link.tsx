import { useRef, useState } from 'react';
import { Link } from '../link.tsx';
import { Button } from '../ui/button.tsx';

/** The address of the private receipt, to be kept by the sender. */
export function ReceiptLink({ path }: { path: string }) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const address = `${location.origin}${path}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Without TLS there is no clipboard: the address is selected, to be copied by hand.
      field.current?.select();
    }
  }

  return (
    <section className="receipt-link" aria-labelledby="receipt-title">
      <h2 className="d3" id="receipt-title">
        Keep this link
      </h2>
      <p>
        <Link className="link" href={path}>
          Your private receipt
        </Link>{' '}
        shows how it stands. There you can write to us, and correct, withdraw or erase what you
        sent. Nobody else knows this address, and we cannot look it up.
      </p>
      <div className="receipt-address">
        <input
          ref={field}
          className="input"
          aria-label="Address of your receipt"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy link'}</Button>
      </div>
      <p className="sr" role="status">
        {isCopied && 'The link is copied.'}
      </p>
    </section>
  );
}
