import { type ReactNode, useState } from 'react';
import { mostSetAside } from '#contract/inbox.ts';
import { statusOf } from '../../api/client.ts';
import { type Source, useQuery, useQueryCache } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { countText } from '../../ui/count-text.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { Alert } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showRefusal, useRequest } from '../request.ts';
import { ConfirmDelete, ignoreNotFound } from './confirm-delete.tsx';
import type { Inbox } from './inbox.ts';
import type { Submission } from './inbox-page.ts';
import { quarantinePath, trashPath } from './several.ts';

export interface SideListProps<Item extends Submission> {
  /** The inbox to which staff can move the submissions. */
  inbox: Inbox<Item>;
  meta(item: Item): ReactNode;
  children(item: Item): ReactNode;
}

interface SideListOptions<Item> {
  path: string;
  /** Returns the text that is visible while the list is collapsed. `count` is the number of submissions, as text. */
  summary(count: string): ReactNode;
  badge(item: Item): ReactNode;
  /** The button that moves a submission to the inbox. */
  act: {
    /** The last segment of the API path, and the verb in the toast after a failure. */
    name: string;
    label: string;
    busy: string;
    /** The title of the toast after a success. */
    done: string;
    /** Goes on after the name of the submission in that toast. */
    whereabouts: string;
    failure: string;
  };
}

/** Shows the message `failure` in place of a side list that cannot be loaded, so that the inbox stays usable. */
export function SideListBoundary({ failure, children }: { failure: string; children: ReactNode }) {
  const cache = useQueryCache();
  return (
    <ErrorBoundary
      fallback={(_, again) => (
        <Alert
          title={failure}
          onRetry={() => {
            cache.retry();
            again();
          }}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/**
 * A collapsed list above or below an inbox. Staff move its submissions to the inbox, or delete them permanently. If a
 * sender has withdrawn a submission in quarantine, Restore moves it to the quarantine instead.
 */
export function SideList<Item extends Submission, Extra>({
  inbox,
  meta,
  children,
  path,
  summary,
  badge,
  act,
}: SideListProps<Item> & SideListOptions<Item & Extra>) {
  const { kind, section, nameOf } = inbox;
  const source: Source<Record<typeof section, (Item & Extra)[]>> = { path };
  const items = useQuery(source)[section];
  const cache = useQueryCache();
  const request = useRequest();
  const [busy, setBusy] = useState('');
  const [deleting, setDeleting] = useState<Item>();

  function removeFromList({ id }: Item): void {
    cache.update(source, (all) => ({
      ...all,
      [section]: all[section].filter((one) => one.id !== id),
    }));
    // A restored submission may be in the quarantine now.
    for (const each of [trashPath, quarantinePath]) cache.invalidatePath(each);
  }

  async function moveToInbox(item: Item): Promise<void> {
    setBusy(item.id);
    let isGone = false;
    try {
      await request('POST', `${path}/${item.id}/${act.name}`).catch((error) => {
        if (statusOf(error) !== 404) throw error;
        isGone = true;
      });
      await inbox.refresh();
      removeFromList(item);
      const name = `"${nameOf(item)}"`;
      showToast(
        isGone
          ? {
              title: 'Not here any more',
              text: `Somebody was quicker with ${name}.`,
              tone: 'success',
            }
          : { title: act.done, text: `${name} ${act.whereabouts}`, tone: 'success' },
      );
      restoreFocus();
    } catch (error) {
      showRefusal(error, `Failed to ${act.name} ${kind}`, act.failure);
    } finally {
      setBusy('');
    }
  }

  if (items.length === 0 && !deleting) return null;
  return (
    <details className="side-list">
      <summary>{summary(countText(items.length, items.length >= mostSetAside))}</summary>
      {items.map((item) => (
        <article key={item.id} className="entry">
          <div className="top">
            <h2 dir="auto">{nameOf(item)}</h2>
            <span className="badge" data-g="none">
              {badge(item)}
            </span>
          </div>
          <p className="meta">{meta(item)}</p>
          <div className="side-list-text">{children(item)}</div>
          <div className="act">
            <Button
              small
              busy={busy === item.id && act.busy}
              aria-label={`${act.label} ${nameOf(item)}`}
              onClick={() => moveToInbox(item)}
            >
              {act.label}
            </Button>
            <Button
              small
              variant="danger"
              aria-label={`Delete ${nameOf(item)}`}
              onClick={() => setDeleting(item)}
            >
              Delete
            </Button>
          </div>
        </article>
      ))}
      {deleting && (
        <ConfirmDelete
          kind={kind}
          name={nameOf(deleting)}
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await ignoreNotFound(request('DELETE', `${path}/${deleting.id}`));
            removeFromList(deleting);
          }}
        />
      )}
    </details>
  );
}
