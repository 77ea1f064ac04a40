import { useRef, useState } from 'react';
import { trashDays } from '#contract/vocabulary.ts';
import { useOptionalQuery } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { statusLabel } from '../../ui/status-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showFailure } from '../request.ts';
import { ConfirmDelete } from './confirm-delete.tsx';
import type { Inbox } from './inbox.ts';
import type { Submission } from './inbox-page.ts';
import { mailSettings } from './mail.ts';

const countOf = (number: number, kind: string) => `${number} ${kind}${number === 1 ? '' : 's'}`;

interface ChosenProps<Item extends Submission> {
  inbox: Inbox<Item>;
}

/** Shows the actions for the chosen submissions, and announces their number to screen readers. */
export function ChosenActions<Item extends Submission>({ inbox }: ChosenProps<Item>) {
  const { chosen, kind } = inbox;
  const number = chosen.ids.length;
  return (
    <>
      <p className="sr" role="status">
        {number > 0 && `${countOf(number, kind)} chosen`}
      </p>
      {number > 0 && <ChosenBar inbox={inbox} />}
    </>
  );
}

function ChosenBar<Item extends Submission>({ inbox }: ChosenProps<Item>) {
  const { chosen, kind, statuses } = inbox;
  const [status, setStatus] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isMailed = useOptionalQuery(mailSettings)?.isOn === true;
  const [tellsSenders, setTellsSenders] = useState(true);
  const number = chosen.ids.length;

  function chooseNone() {
    chosen.none();
    // The focused button is removed with the bar.
    restoreFocus('[data-selected] .act button');
  }

  async function apply() {
    setBusy(true);
    try {
      const unchanged = await inbox.reviewChosen({
        status,
        ...(isMailed && tellsSenders && { tell: true }),
      });
      chooseNone();
      showToast({
        title: `${countOf(number - unchanged, kind)}: ${statusLabel(status)}`,
        text:
          unchanged === 0
            ? 'The status is saved.'
            : `${countOf(unchanged, kind)} stayed as before: somebody else has just changed them.`,
        tone: unchanged === 0 ? 'success' : 'destructive',
      });
    } catch (error) {
      showFailure(
        error,
        'Failed to update status',
        'Some may have been changed. Look at the list.',
      );
      setBusy(false);
    }
  }

  return (
    <section className="chosen-bar" aria-label="Chosen">
      <p>{countOf(number, kind)} chosen</p>
      <select
        className="input"
        aria-label="Status for all that are chosen"
        value={status}
        onChange={(event) => setStatus(event.target.value)}
      >
        <option value="">Status</option>
        {statuses.map((value) => (
          <option key={value} value={value}>
            {statusLabel(value)}
          </option>
        ))}
      </select>
      {isMailed && (
        <label className="check tell">
          <input
            type="checkbox"
            checked={tellsSenders}
            onChange={({ target }) => setTellsSenders(target.checked)}
          />
          <span>Tell them by e-mail</span>
        </label>
      )}
      <Button
        small
        variant="primary"
        disabled={status === ''}
        busy={isBusy && 'Saving...'}
        onClick={apply}
      >
        Set status
      </Button>
      <Button small variant="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {number < inbox.found.length && (
        <Button small variant="ghost" onClick={chosen.all}>
          Choose all {inbox.found.length}
        </Button>
      )}
      <Button small variant="ghost" onClick={chooseNone}>
        Choose none
      </Button>
      {isDeleting && <DeleteChosen inbox={inbox} onClose={() => setDeleting(false)} />}
    </section>
  );
}

interface DeleteChosenProps<Item extends Submission> extends ChosenProps<Item> {
  onClose(): void;
}

function DeleteChosen<Item extends Submission>({ inbox, onClose }: DeleteChosenProps<Item>) {
  const deletedIds = useRef<string[]>([]);
  const number = inbox.chosen.ids.length;
  return (
    <ConfirmDelete
      kind={number === 1 ? inbox.kind : `${inbox.kind}s`}
      name={countOf(number, inbox.kind)}
      consequence={`In the trash they stay for ${trashDays} days.`}
      undo={() => inbox.restore(deletedIds.current)}
      onClose={onClose}
      remove={async () => {
        deletedIds.current = await inbox.removeChosen();
        const unchanged = number - deletedIds.current.length;
        if (deletedIds.current.length === 0) {
          showToast({
            title: 'Nothing was deleted',
            text: 'Somebody else has just changed them. Look at the list, then choose again.',
            tone: 'destructive',
          });
          return false;
        }
        // Resets the choice: otherwise the submissions would be chosen again after Undo.
        inbox.chosen.none();
        onClose();
        return unchanged > 0
          ? `${countOf(deletedIds.current.length, inbox.kind)}; ${unchanged} stayed: somebody else has just changed them, or the connection was lost.`
          : undefined;
      }}
    />
  );
}
