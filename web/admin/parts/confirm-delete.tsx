import { useRef, useState } from 'react';
import { statusOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showRefusal } from '../request.ts';
import { showSaved } from './saved.ts';
import { capitalised } from './saving.ts';

/** Treats 404 as success: somebody else has deleted it already. */
export const deleted = (request: Promise<unknown>) =>
  request.catch((error) => {
    if (statusOf(error) !== 404) throw error;
  });

interface ConfirmDeleteProps {
  /** "pod". */
  kind: string;
  name: string;
  /** After the question. */
  consequence?: string;
  /** May return a text for the message, in place of the name; or false if there is nothing to tell. */
  remove(): Promise<unknown>;
  /** Offered after the deletion. */
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
      const said = await remove();
      const act = undo && { label: 'Undo', run: undo };
      const text = typeof said === 'string' ? said : name;
      if (said !== false) showSaved(`${capitalised(kind)} deleted`, text, [], act);
      // The dialog may have been closed meanwhile, and another one opened.
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
