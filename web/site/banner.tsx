import { X } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/**
 * Shows the development notice. It has its full height from the first paint, and only its text slides in, so nothing
 * jumps. head-script.ts hides it when it is dismissed, and before the first paint of later visits.
 */
export function Banner() {
  return (
    <aside className="dev" aria-label="Development notice">
      <div className="wrap dev-in">
        <i className="hazard" aria-hidden="true" />
        <b>Site Under Development</b>
        <span>Some features may not work as expected.</span>
        <Button variant="ghost" icon small aria-label="Dismiss notice" data-dismiss-banner>
          <X className="i" aria-hidden="true" />
        </Button>
      </div>
    </aside>
  );
}
