import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** The dialog for a link to an entry that does not exist. */
export function Gone({ kind, onClose }: { kind: string; onClose(): void }) {
  return (
    <Dialog title={`No such ${kind}`} onClose={onClose} size="small">
      <p>It has been deleted, or the link is wrong.</p>
      <div className="acts">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
