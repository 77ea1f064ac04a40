import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { emptiableText } from '#contract/fields.ts';
import { limits } from '#contract/vocabulary.ts';
import { useQuery } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Base } from '../../ui/drafts.ts';
import { LimitNote } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StatusBadge, statusLabel } from '../../ui/status-badge.tsx';
import { Acts } from './acts.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import { useEditing } from './editing.ts';
import { FetchedDialog } from './fetched-dialog.tsx';
import type { Inbox, Submission } from './inbox.ts';
import { showSaved } from './saved.ts';
import { capitalised } from './saving.ts';
import { Tip } from './tip.tsx';

interface InboxDialogsProps<Item extends Submission> {
  inbox: Inbox<Item>;
  meta(item: Item): ReactNode;
  /** The whole submission, in the sheet. */
  children(item: Item): ReactNode;
}

/** The sheet to read and decide in, and the question before deleting. */
export function InboxDialogs<Item extends Submission>({
  inbox,
  meta,
  children,
}: InboxDialogsProps<Item>) {
  const { openId, deleting, kind } = inbox;
  return (
    <>
      {openId !== null && (
        <FetchedDialog
          key={openId}
          title={capitalised(kind)}
          size="sheet"
          kind={kind}
          onClose={inbox.close}
        >
          <OpenSubmission inbox={inbox} id={openId}>
            {(item) => (
              <ReviewSheet inbox={inbox} item={item} meta={meta(item)}>
                {children(item)}
              </ReviewSheet>
            )}
          </OpenSubmission>
        </FetchedDialog>
      )}
      {deleting && (
        <ConfirmDelete
          kind={kind}
          name={inbox.nameOf(deleting)}
          onClose={() => inbox.setDeleting(undefined)}
          remove={() => inbox.remove(deleting)}
        />
      )}
    </>
  );
}

interface OpenSubmissionProps<Item extends Submission> {
  inbox: Inbox<Item>;
  id: string;
  children(item: Item): ReactNode;
}

/** Fetches the open submission unless it was opened from the list: a link may lead to one that is not in it. */
function OpenSubmission<Item extends Submission>({
  inbox,
  id,
  children,
}: OpenSubmissionProps<Item>) {
  const item = useQuery(inbox.itemSource(id));
  return children({ ...item, ...inbox.optimisticOf(id) });
}

const labels = { status: 'Status', notes: 'Notes' };

const schema = z.object({ status: z.string(), notes: emptiableText(limits.text).optional() });

const savedOf = ({ status, notes, version }: Submission): Base => ({
  version,
  values: { status, ...(notes !== undefined && { notes: notes ?? '' }) },
});

interface ReviewSheetProps<Item extends Submission> {
  inbox: Inbox<Item>;
  item: Item;
  meta: ReactNode;
  children: ReactNode;
}

/** A sheet at the right side, so that the list stays in view. */
function ReviewSheet<Item extends Submission>({
  inbox,
  item,
  meta,
  children,
}: ReviewSheetProps<Item>) {
  const title = inbox.nameOf(item);
  const editing = useEditing({
    name: `review:${item.id}`,
    saved: savedOf(item),
    schema,
    labels,
    failure: 'Failed to update status',
    async save(review, version = item.version, taken) {
      await inbox.review({ ...item, version }, review);
      showSaved('Status saved', `${title}: ${statusLabel(review.status)}`, taken);
    },
    async readLatest() {
      return savedOf(await inbox.readLatest(item.id));
    },
    onDone() {},
  });
  const { form } = editing;
  const withNotes = item.notes !== undefined;
  const length = [...String(form.values.notes ?? '').trim()].length;

  return (
    <Dialog
      title={title}
      size="sheet"
      onClose={inbox.close}
      above={
        <div className="row">
          <StatusBadge status={item.status} />
          <span className="sheet-moves">
            <Move label="Previous" onClick={inbox.previous}>
              <ArrowUp className="i" aria-hidden="true" />
            </Move>
            <Move label="Next" onClick={inbox.next}>
              <ArrowDown className="i" aria-hidden="true" />
            </Move>
          </span>
        </div>
      }
      below={<p className="meta">{meta}</p>}
    >
      <div className="sheet-text">{children}</div>
      <Form form={form} className="sheet-foot">
        <h3 className="h-sub">Update Status</h3>
        <div className="field">
          <label htmlFor="review-status">Status</label>
          <select
            className="input"
            id="review-status"
            name="status"
            defaultValue={form.initial.status}
          >
            {inbox.statuses.map((value) => (
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
              name="notes"
              dir="auto"
              defaultValue={form.initial.notes}
              aria-invalid={form.errors.notes === undefined ? undefined : true}
              onChange={() => form.recheck('notes')}
            />
            <LimitNote length={length} limit={limits.text} />
          </div>
        )}
        <Acts editing={editing} save="Save status" small onCancel={inbox.close}>
          <Button variant="danger" small onClick={() => inbox.setDeleting(item)}>
            Delete
          </Button>
        </Acts>
      </Form>
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

/** A term and its text; nothing when the text is empty. */
export function Part({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <dl>
      <dt>{term}</dt>
      <dd className="pre-line" dir="auto">
        {children}
      </dd>
    </dl>
  );
}
