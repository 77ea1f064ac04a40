import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Conflict } from './conflict.tsx';
import { type Editing, useHasDraft } from './editing.ts';

interface ActsProps {
  editing: Editing;
  /** The label of the Save button. */
  save?: string;
  /** The label of the Save button while the form is being saved. */
  saving?: string;
  small?: boolean;
  onCancel?(): void;
  /** More buttons, at the opposite end of the row of buttons. */
  children?: ReactNode;
}

/** The end of a form: the conflicts to decide, if any, the badge Unsaved, and the buttons Cancel and Save. */
export function Acts({
  editing,
  save = 'Save',
  saving = 'Saving...',
  small = false,
  onCancel,
  children,
}: ActsProps) {
  const { form } = editing;
  const [isAsking, setAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  // A change of `isAsking` replaces the focused button. Focuses the first of the buttons that replace it.
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking !== wasAsking.current) box.current?.querySelector<HTMLElement>('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  function cancel() {
    form.discard();
    onCancel?.();
  }

  return (
    <>
      <Conflict editing={editing} />
      <div className="acts">
        {children}
        {isAsking ? (
          <div className="acts-end" ref={box}>
            <p>Discard what you typed?</p>
            <Button small={small} onClick={() => setAsking(false)}>
              Keep editing
            </Button>
            <Button small={small} variant="danger" onClick={cancel}>
              Discard
            </Button>
          </div>
        ) : (
          <div className="acts-end" ref={box}>
            {form.isDirty && <UnsavedBadge />}
            {onCancel && (
              <Button small={small} onClick={() => (form.isDirty ? setAsking(true) : cancel())}>
                Cancel
              </Button>
            )}
            <Button small={small} type="submit" variant="primary" busy={form.sending && saving}>
              {save}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

interface EntryActsProps {
  name: string;
  editLabel?: string;
  onEdit(): void;
  onDelete(): void;
}

export function EntryActs({ name, editLabel = 'Edit', onEdit, onDelete }: EntryActsProps) {
  return (
    <>
      <Button small aria-label={`${editLabel} ${name}`} onClick={onEdit}>
        {editLabel}
      </Button>
      <Button small variant="danger" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </>
  );
}

/** Shows the badge Unsaved if sessionStorage has a draft of this name, from an editor that was closed unsaved. */
export function UnsavedMark({ name }: { name: string }) {
  return useHasDraft(name) ? <UnsavedBadge /> : null;
}

const UnsavedBadge = () => (
  <span className="badge unsaved" data-g="none">
    Unsaved
  </span>
);
