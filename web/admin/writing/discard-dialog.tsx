import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Writing } from './writing.ts';

interface DiscardDialogProps {
  writing: Writing;
  onClose(): void;
  /** Called if the editor has no text to show: the draft is deleted, or the published text could not be loaded. */
  onLeave(): void;
}

export function DiscardDialog({ writing, onClose, onLeave }: DiscardDialogProps) {
  const [busy, setBusy] = useState(false);
  const isDraft = !writing.state?.blogId;
  const name = String(writing.form.values.title ?? '') || 'Untitled';

  async function discard() {
    setBusy(true);
    const outcome = await writing.discard();
    setBusy(false);
    if (outcome === 'failed') return;
    onClose();
    if (outcome === 'left') onLeave();
  }

  return (
    <Dialog title={isDraft ? 'Delete draft' : 'Discard changes'} onClose={onClose} size="small">
      <p>
        {isDraft ? (
          <>
            Are you sure you want to delete "<bdi>{name}</bdi>" with its revisions? This action
            cannot be undone.
          </>
        ) : (
          'The post stays as it is published. What was saved on purpose stays among its revisions.'
        )}
      </p>
      <div className="acts">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" className="filled" busy={busy && 'Deleting...'} onClick={discard}>
          {isDraft ? 'Delete' : 'Discard'}
        </Button>
      </div>
    </Dialog>
  );
}
