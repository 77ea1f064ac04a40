import { X } from 'lucide-react';
import { useState } from 'react';
import { remember } from '../theme.tsx';
import { Button } from '../ui/button.tsx';

/**
 * Its place is there from the first paint and its text slides in after 500 ms, so nothing jumps. Once
 * dismissed it is hidden before the first paint, by the script in the head.
 */
export function Banner() {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;

  function dismiss() {
    remember('devBannerDismissed', 'true');
    setDismissed(true);
    // The button is gone: the keyboard goes on from what comes next.
    document.querySelector<HTMLElement>('.nav .brand')?.focus();
  }

  return (
    <aside className="dev" aria-label="Development notice">
      <div className="wrap dev-in">
        <i className="hazard" aria-hidden="true" />
        <b>Site Under Development</b>
        <span>Some features may not work as expected.</span>
        <Button variant="ghost" icon small aria-label="Dismiss notice" onClick={dismiss}>
          <X className="i" aria-hidden="true" />
        </Button>
      </div>
    </aside>
  );
}
