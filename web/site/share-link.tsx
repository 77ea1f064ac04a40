import { Check, Link2, Share2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';

const never = () => () => {};

/** Buttons that copy the address of the page, and open the system's share menu where there is one. */
export function ShareLink({ title }: { title: string }) {
  const [isCopied, setCopied] = useState(false);
  // The server does not know; the button comes with the scripts.
  const canShare = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  );

  async function copyLink() {
    // The clipboard is missing where a site is served without TLS.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }

  return (
    <>
      <Button onClick={copyLink}>
        {isCopied ? (
          <Check className="i" aria-hidden="true" />
        ) : (
          <Link2 className="i" aria-hidden="true" />
        )}
        {isCopied ? 'Link copied' : 'Copy link'}
      </Button>
      {canShare && (
        // A menu that is closed without a choice rejects.
        <Button onClick={() => navigator.share({ title, url: location.href }).catch(() => {})}>
          <Share2 className="i" aria-hidden="true" />
          Share
        </Button>
      )}
    </>
  );
}
