import type { ReactNode } from 'react';
import { trashDays } from '#contract/vocabulary.ts';
import { useQuery } from '../../api/query-cache.ts';
import { ConfirmDelete } from './confirm-delete.tsx';
import { FetchedDialog } from './fetched-dialog.tsx';
import type { Inbox } from './inbox.ts';
import type { Submission } from './inbox-page.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { capitalised } from './saving.ts';

interface InboxDialogsProps<Item extends Submission> {
  inbox: Inbox<Item>;
  meta(item: Item): ReactNode;
  /** Returns the whole text of the submission, for the sheet. */
  children(item: Item): ReactNode;
}

/** The dialogs of an inbox: the sheet of the open submission, and the question whether to delete a submission. */
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
          consequence={`It stays in the trash for ${trashDays} days.`}
          undo={() => inbox.restore([deleting.id])}
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

/** Loads the open submission: from the cache if it was opened from the list, otherwise from the server. */
function OpenSubmission<Item extends Submission>({
  inbox,
  id,
  children,
}: OpenSubmissionProps<Item>) {
  const item = useQuery(inbox.itemSource(id));
  return children({ ...item, ...inbox.optimisticOf(id) });
}

/** Shows a term with its description. Shows nothing if there is no description. */
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
