import { type ReactNode, useState } from 'react';
import type { Quarantine, Suspicion } from '#contract/quarantine.ts';
import { statusOf } from '../../api/client.ts';
import { useRead, useReads } from '../../api/reads.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Alert } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showFailure, useRequest } from '../request.ts';
import * as sources from '../sources.ts';
import { ConfirmDelete, deleted } from './confirm-delete.tsx';
import type { Entry } from './inbox.ts';

const reasons: Record<Suspicion, string> = {
  trap: 'Filled in a field that nobody sees',
  speed: 'Filled in faster than hands can',
};

type Suspicious<Item> = Item & { suspicion: Suspicion };

interface HeldBackProps<Item extends Entry> {
  of: keyof Quarantine;
  /** "idea": for what is asked before deleting, and said when that fails. */
  kind: string;
  /** Of the list that a released one goes to. */
  path: string;
  nameOf(item: Item): string;
  meta(item: Item): ReactNode;
  children(item: Item): ReactNode;
}

/** What looked like the work of a script: staff release what a person sent, and delete the rest. */
export function HeldBack<Item extends Entry>(props: HeldBackProps<Item>) {
  const reads = useReads();
  return (
    // The list is there without it.
    <ErrorBoundary
      fallback={(_, again) => (
        <Alert
          title="Failed to fetch what is held back"
          onRetry={() => {
            reads.retry();
            again();
          }}
        />
      )}
    >
      <Held {...props} />
    </ErrorBoundary>
  );
}

function Held<Item extends Entry>({ of, kind, path, nameOf, meta, children }: HeldBackProps<Item>) {
  // What is held back is of the same kind as what the list shows.
  const held = useRead(sources.quarantine)[of] as unknown as Suspicious<Item>[];
  const reads = useReads();
  const request = useRequest();
  const [busy, setBusy] = useState('');
  const [deleting, setDeleting] = useState<Suspicious<Item>>();

  function takeOut({ id }: Suspicious<Item>): void {
    reads.update(sources.quarantine, (all) => ({
      ...all,
      [of]: all[of].filter((one) => one.id !== id),
    }));
    reads.refresh(sources.quarantine.path).catch(() => {});
  }

  async function release(item: Suspicious<Item>): Promise<void> {
    setBusy(item.id);
    try {
      await request('POST', `${sources.quarantine.path}/${item.id}/release`).catch((error) => {
        // Somebody else was quicker.
        if (statusOf(error) !== 404) throw error;
      });
      await reads.refresh(path).catch(() => {});
      takeOut(item);
      showToast({ title: 'Released', text: `"${nameOf(item)}" is in the list.`, tone: 'success' });
      keepFocus();
    } catch (error) {
      showFailure(error, `Failed to release ${kind}`, 'It is still held back. Please try again.');
    } finally {
      setBusy('');
    }
  }

  if (held.length === 0 && !deleting) return null;
  return (
    <details className="held">
      <summary>
        <b>{held.length} held back</b>
        <span>Probably sent by a script. Nobody but staff sees these.</span>
      </summary>
      {held.map((item) => (
        <article key={item.id} className="entry">
          <div className="top">
            <h2>{nameOf(item)}</h2>
            <span className="badge" data-g="none">
              {reasons[item.suspicion]}
            </span>
          </div>
          <p className="meta">{meta(item)}</p>
          <div className="held-text">{children(item)}</div>
          <div className="act">
            <Button
              small
              busy={busy === item.id && 'Releasing...'}
              aria-label={`Release ${nameOf(item)}`}
              onClick={() => release(item)}
            >
              Release
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
          failure={`Failed to delete ${kind}`}
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await deleted(request('DELETE', `${sources.quarantine.path}/${deleting.id}`));
            takeOut(deleting);
          }}
        />
      )}
    </details>
  );
}
