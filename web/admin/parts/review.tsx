import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { statusOf } from '../../api/client.ts';
import { refusalOf } from '../../api/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LimitNote } from '../../ui/field.tsx';
import { StatusBadge, statusLabel } from '../../ui/status-badge.tsx';
import { keep, readKept } from '../../ui/tab-storage.ts';
import { showToast } from '../../ui/toasts.ts';
import { showFailure } from '../request.ts';
import { Conflict, Versus } from './conflict.tsx';
import { Tip } from './tip.tsx';

/** What the three inboxes share: figures on top, moving by key, a sheet to read and decide in. */

interface SummaryProps {
  tiles: { label: string; count: number; colour: string }[];
}

export function Summary({ tiles }: SummaryProps) {
  return (
    <dl className="tiles" style={{ '--cols': tiles.length }}>
      {tiles.map(({ label, count, colour }) => (
        <div key={label} className="tile" style={{ '--c': `var(--${colour})` }}>
          <dt>
            <i className="dot" />
            {label}
          </dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** j, k and the arrows move through the list, Enter opens; not while somebody types or reads a sheet. */
export function useListKeys(ids: string[], reach: (index: number) => void) {
  const [current, setCurrent] = useState<string>();
  const at = useRef<string>(undefined);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, dialog, [role=menu]')) return;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        const index = Math.min(
          ids.length - 1,
          Math.max(0, (at.current ? ids.indexOf(at.current) : step > 0 ? -1 : 0) + step),
        );
        reach(index);
        at.current = ids[index];
        setCurrent(at.current);
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [ids, reach]);
  // The one that was moved to comes into view, and Enter opens it.
  useEffect(() => {
    if (current === undefined) return;
    const entry = document.querySelector('[data-selected]');
    entry?.scrollIntoView({ block: 'nearest' });
    entry?.querySelector<HTMLElement>('.act button')?.focus({ preventScroll: true });
  }, [current]);
  return current;
}

/** What staff decide about a submission. */
export interface Review {
  status: string;
  notes?: string;
}

/** What is kept of a decision that is not made yet. */
interface Draft {
  status: string;
  notes: string;
  version: number;
}

interface ReviewSheetProps {
  title: string;
  status: string;
  version: number;
  meta: ReactNode;
  statuses: readonly string[];
  notes?: string | null;
  /** Nothing there: it is the first or the last. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** On the version that the decision was begun on. */
  save(review: Review, version: number): Promise<void>;
  onDelete(): void;
  onClose(): void;
  /** Names the draft that is kept in the tab. */
  name: string;
  children: ReactNode;
}

/** To the right, so that the list stays in view. */
export function ReviewSheet({
  title,
  status,
  version,
  meta,
  statuses,
  notes,
  onPrevious,
  onNext,
  save,
  onDelete,
  onClose,
  name,
  children,
}: ReviewSheetProps) {
  const [kept] = useState(() => readKept<Draft>(name));
  const [newStatus, setStatus] = useState(kept?.status ?? status);
  const [newNotes, setNotes] = useState(kept?.notes ?? notes ?? '');
  const [busy, setBusy] = useState(false);
  /** Not there once the sheet has been left. */
  const form = useRef<HTMLFormElement>(null);
  /** Begun on what somebody else has changed since. */
  const [isStale, setStale] = useState(kept !== undefined && kept.version !== version);
  const withNotes = notes !== undefined;
  const length = [...newNotes.trim()].length;
  const isLong = length > limits.text;
  const changed = newStatus !== status || newNotes !== (notes ?? '');

  // Where nothing was typed, what is new is simply shown. While it is sent the list shows mine already.
  const [base, setBase] = useState({ status, notes });
  if (!busy && (base.status !== status || base.notes !== notes)) {
    setBase({ status, notes });
    if (newStatus === base.status && newNotes === (base.notes ?? '')) {
      setStatus(status);
      setNotes(notes ?? '');
    }
  }

  const begun = useRef(kept?.version ?? version);
  if (!changed && !busy) begun.current = version;
  useEffect(() => {
    // While it is being sent the list shows it already, but it may still be refused.
    if (busy) return;
    const draft: Draft = { status: newStatus, notes: newNotes, version: begun.current };
    keep(name, changed ? draft : undefined);
  }, [name, changed, busy, newStatus, newNotes]);

  function takeTheirs() {
    setStatus(status);
    setNotes(notes ?? '');
    setStale(false);
  }

  /** Closed by a key or a stray press, what was typed is there again; thrown away it is only on purpose. */
  function cancel() {
    keep(name, undefined);
    onClose();
  }

  async function submit() {
    // As the server keeps it: what is there afterwards is what was sent.
    const sent = newNotes.trim();
    setNotes(sent);
    setBusy(true);
    try {
      await save(
        { status: newStatus, ...(withNotes && { notes: sent }) },
        isStale ? version : begun.current,
      );
      keep(name, undefined);
      setStale(false);
      showToast({
        title: 'Status saved',
        text: `${title}: ${statusLabel(newStatus)}`,
        tone: 'success',
      });
    } catch (error) {
      if (statusOf(error) === 412 && form.current) setStale(true);
      else {
        const refusal = refusalOf(error);
        showFailure(
          error,
          'Failed to update status',
          Object.values(refusal?.fields ?? {})[0] ??
            refusal?.error ??
            'What you wrote is still here. Please try again.',
        );
      }
    }
    setBusy(false);
  }

  return (
    <Dialog
      title={title}
      size="sheet"
      onClose={onClose}
      above={
        <div className="row">
          <StatusBadge status={status} />
          <span className="sheet-moves">
            <Move label="Previous" onClick={onPrevious}>
              <ArrowUp className="i" aria-hidden="true" />
            </Move>
            <Move label="Next" onClick={onNext}>
              <ArrowDown className="i" aria-hidden="true" />
            </Move>
          </span>
        </div>
      }
      below={<p className="meta">{meta}</p>}
    >
      <div className="sheet-text">{children}</div>
      <form
        ref={form}
        className="sheet-foot"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLong) document.getElementById('review-notes')?.focus();
          else if (!busy) submit();
        }}
      >
        {isStale && (
          <Conflict onTakeTheirs={takeTheirs}>
            <Versus term="Status" theirs={statusLabel(status)} mine={statusLabel(newStatus)} />
            {withNotes && <Versus term="Notes" theirs={notes ?? ''} mine={newNotes} />}
          </Conflict>
        )}
        <h3 className="h-sub">Update Status</h3>
        <div className="field">
          <label htmlFor="review-status">Status</label>
          <select
            className="input"
            id="review-status"
            value={newStatus}
            onChange={(event) => setStatus(event.target.value)}
          >
            {statuses.map((value) => (
              <option key={value} value={value}>
                {statusLabel(value)}
              </option>
            ))}
          </select>
        </div>
        {withNotes && (
          <div className="field">
            <label htmlFor="review-notes">
              Notes
              <span className="opt">Staff only</span>
            </label>
            <textarea
              className="input"
              id="review-notes"
              value={newNotes}
              aria-invalid={isLong || undefined}
              onChange={(event) => setNotes(event.target.value)}
            />
            <LimitNote length={length} limit={limits.text} />
          </div>
        )}
        <div className="acts">
          <Button variant="danger" small onClick={onDelete}>
            Delete
          </Button>
          <span className="flex gap-2">
            <Button small onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" small busy={busy && 'Saving...'}>
              {isStale ? 'Keep mine' : 'Save status'}
            </Button>
          </span>
        </div>
      </form>
    </Dialog>
  );
}

interface MoveProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function Move({ label, onClick, children }: MoveProps) {
  return (
    <Tip text={label}>
      <Button variant="ghost" icon small aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </Button>
    </Tip>
  );
}

/** A term and what was written under it; nothing where nothing was. */
export function Part({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <dl>
      <dt>{term}</dt>
      <dd className="whitespace-pre-line">{children}</dd>
    </dl>
  );
}
