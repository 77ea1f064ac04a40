import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface ConflictProps {
  onTakeTheirs(): void;
  /** One Versus for each field. */
  children: ReactNode;
}

/** Nothing is overwritten silently: what differs stands side by side, and a person decides. */
export function Conflict({ onTakeTheirs, children }: ConflictProps) {
  return (
    <div className="alert conflict" role="alert">
      <b>Somebody has changed this in the meantime</b>
      <p>Keep mine saves what you have here over it. Take theirs throws your changes away.</p>
      <dl>{children}</dl>
      <Button small onClick={onTakeTheirs}>
        Take theirs
      </Button>
    </div>
  );
}

export function Versus({ term, theirs, mine }: { term: string; theirs: string; mine: string }) {
  if (theirs === mine) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <span className="label">Theirs</span> {theirs || '(empty)'}
      </dd>
      <dd>
        <span className="label">Mine</span> {mine || '(empty)'}
      </dd>
    </div>
  );
}
