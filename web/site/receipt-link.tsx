import { Link } from '../link.tsx';
import { CopyField } from '../ui/copy-field.tsx';

export function ReceiptLink({ path }: { path: string }) {
  const address = `${location.origin}${path}`;

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
      <CopyField label="Address of your receipt" text={address} button="Copy link">
        The link is copied.
      </CopyField>
    </section>
  );
}
