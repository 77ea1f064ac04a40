import { Check, Link2, Share2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';

const subscribeToNothing = () => () => {};

/** Shows a button that copies the URL of the page, and a share button if the browser supports `navigator.share`. */
export function ShareLink({ title }: { title: string }) {
  const [isCopied, setCopied] = useState(false);
  // The server cannot know whether the browser can share, so the share button appears after hydration.
  const canShare = useSyncExternalStore(
    subscribeToNothing,
    () => 'share' in navigator,
    () => false,
  );

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      // Without TLS there is no clipboard API, and visitors may forbid its use. The prompt lets them copy by hand.
      prompt('Copy this link:', location.href);
      return;
    }
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
        // `share` rejects when the visitor closes the menu.
        <Button onClick={() => navigator.share({ title, url: location.href }).catch(() => {})}>
          <Share2 className="i" aria-hidden="true" />
          Share
        </Button>
      )}
    </>
  );
}
