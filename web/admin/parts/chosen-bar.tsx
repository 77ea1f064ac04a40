import { useRef, useState } from 'react';
import { trashDays } from '#contract/vocabulary.ts';
import { useOptionalQuery } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { statusLabel } from '../../ui/status-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showFailure } from '../request.ts';
import { ConfirmDelete } from './confirm-delete.tsx';
import type { Inbox, Submission } from './inbox.ts';
import { mailSettings } from './mail.ts';

const countOf = (number: number, kind: string) => `${number} ${kind}${number === 1 ? '' : 's'}`;

/** What can be done with the submissions that are chosen. Nothing is shown while none is. */
export function ChosenBar<Item extends Submission>({ inbox }: { inbox: Inbox<Item> }) {
  const { chosen, kind, statuses } = inbox;
  const [isDeleting, setDeleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMailed = useOptionalQuery(mailSettings)?.isOn === true;
  const [tells, setTells] = useState(true);
  const number = chosen.ids.length;
  if (number === 0) return null;

  async function setStatus(status: string) {
    setBusy(true);
    try {
      const left = await inbox.reviewChosen({ status, ...(isMailed && tells && { tell: true }) });
      chosen.none();
      showToast({
        title: `${countOf(number - left, kind)}: ${statusLabel(status)}`,
        text:
          left === 0
            ? 'The status is saved.'
            : `${countOf(left, kind)} stayed as before: somebody else has just changed them.`,
        tone: left === 0 ? 'success' : 'destructive',
      });
    } catch (error) {
      showFailure(
        error,
        'Failed to update status',
        'Some may have been changed. Look at the list.',
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="chosen-bar" aria-label="Chosen">
      <p role="status">{countOf(number, kind)} chosen</p>
      <select
        className="input"
        aria-label="Set the status of all that are chosen"
        value=""
        disabled={busy}
        onChange={(event) => setStatus(event.target.value)}
      >
        <option value="">{busy ? 'Saving...' : 'Set status'}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </select>
      {isMailed && (
        <label className="check tell">
          <input
            type="checkbox"
            checked={tells}
            onChange={({ target }) => setTells(target.checked)}
          />
          <span>Tell them by e-mail</span>
        </label>
      )}
      <Button small variant="danger" disabled={busy} onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button small variant="ghost" onClick={chosen.none}>
        Choose none
      </Button>
      {isDeleting && <DeleteChosen inbox={inbox} onClose={() => setDeleting(false)} />}
    </section>
  );
}

interface DeleteChosenProps<Item extends Submission> {
  inbox: Inbox<Item>;
  onClose(): void;
}

function DeleteChosen<Item extends Submission>({ inbox, onClose }: DeleteChosenProps<Item>) {
  const gone = useRef<string[]>([]);
  const number = inbox.chosen.ids.length;
  return (
    <ConfirmDelete
      kind={number === 1 ? inbox.kind : `${inbox.kind}s`}
      name={countOf(number, inbox.kind)}
      consequence={`In the trash they stay for ${trashDays} days.`}
      undo={() => inbox.restore(gone.current)}
      onClose={onClose}
      remove={async () => {
        gone.current = await inbox.removeChosen();
        // After Undo they are in the list again, and no longer chosen.
        inbox.chosen.none();
        onClose();
        const left = number - gone.current.length;
        return left > 0
          ? `${countOf(left, inbox.kind)} stayed: somebody else has just changed them.`
          : undefined;
      }}
    />
  );
}
