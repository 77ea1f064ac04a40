import { useRef, useState } from 'react';
import { statusOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showRefusal } from '../request.ts';
import { showSaved } from './saved.ts';
import { capitalised } from './saving.ts';

/** Treats a 404 of a DELETE request as success, because another user has already deleted the entry. */
export const ignoreNotFound = (request: Promise<unknown>) =>
  request.catch((error) => {
    if (statusOf(error) !== 404) throw error;
  });

interface ConfirmDeleteProps {
  /** The noun for the entry, such as "pod". */
  kind: string;
  name: string;
  /** The sentence after "Are you sure …?". */
  consequence?: string;
  /** May resolve to a text that replaces the name in the toast, or to false for no toast. */
  remove(): Promise<unknown>;
  /** Runs when the user presses Undo in the toast after the deletion. */
  undo?(): void;
  onClose(): void;
}

export function ConfirmDelete({
  kind,
  name,
  consequence = 'This action cannot be undone.',
  remove,
  undo,
  onClose,
}: ConfirmDeleteProps) {
  const [busy, setBusy] = useState(false);
  const acts = useRef<HTMLDivElement>(null);

  async function confirm() {
    setBusy(true);
    try {
      const result = await remove();
      const act = undo && { label: 'Undo', run: undo };
      const text = typeof result === 'string' ? result : name;
      if (result !== false) showSaved(`${capitalised(kind)} deleted`, text, [], act);
      // If this dialog was closed during the request, `onClose` could close a dialog that was opened since.
      if (!acts.current) return;
      onClose();
    } catch (error) {
      showRefusal(error, `Failed to delete ${kind}`, 'Nothing was deleted. Please try again.');
      setBusy(false);
    }
  }

  return (
    <Dialog title={`Delete ${kind}`} onClose={onClose} size="small">
      <p>
        Are you sure you want to delete "<bdi>{name}</bdi>"? {consequence}
      </p>
      <div className="acts" ref={acts}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" className="filled" busy={busy && 'Deleting...'} onClick={confirm}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
