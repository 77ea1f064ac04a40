import { useRef, useState } from 'react';
import { statusOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { showFailure } from '../request.ts';

/** What is gone already, because somebody else was quicker, is deleted too. */
export const deleted = (request: Promise<unknown>) =>
  request.catch((error) => {
    if (statusOf(error) !== 404) throw error;
  });

interface ConfirmDeleteProps {
  /** What it is: "pod". */
  kind: string;
  name: string;
  /** Said where it fails. */
  failure: string;
  remove(): Promise<void>;
  onClose(): void;
}

export function ConfirmDelete({ kind, name, failure, remove, onClose }: ConfirmDeleteProps) {
  const [busy, setBusy] = useState(false);
  const acts = useRef<HTMLDivElement>(null);

  async function confirm() {
    setBusy(true);
    try {
      await remove();
      // Left meanwhile, another one may be asking by now.
      if (!acts.current) return;
      onClose();
      keepFocus();
    } catch (error) {
      showFailure(error, failure, 'Nothing was deleted. Please try again.');
      setBusy(false);
    }
  }

  return (
    <Dialog title={`Delete ${kind}`} onClose={onClose} size="small">
      <p>Are you sure you want to delete "{name}"? This action cannot be undone.</p>
      <div className="acts" ref={acts}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" className="filled" busy={busy && 'Deleting...'} onClick={confirm}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
