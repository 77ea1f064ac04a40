import { type ReactNode, useState } from 'react';
import type { Quarantine, Suspicion } from '#contract/quarantine.ts';
import { statusOf } from '../../api/client.ts';
import { type Source, useQuery, useQueryCache } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { Alert } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showFailure, useRequest } from '../request.ts';
import { ConfirmDelete, deleted } from './confirm-delete.tsx';
import type { Inbox, Submission } from './inbox.ts';

const source: Source<Quarantine> = { path: '/api/admin/quarantine' };

const reasons: Record<Suspicion, string> = {
  trap: 'Filled in a field that nobody sees',
  speed: 'Filled in faster than hands can',
};

type Suspicious<Item> = Item & { suspicion: Suspicion };

interface QuarantineListProps<Item extends Submission> {
  /** The list that a released submission goes to. */
  inbox: Inbox<Item>;
  of: keyof Quarantine;
  meta(item: Item): ReactNode;
  children(item: Item): ReactNode;
}

/** The quarantine: submissions that look as if a script had sent them. Staff release or delete them. */
export function QuarantineList<Item extends Submission>(props: QuarantineListProps<Item>) {
  const cache = useQueryCache();
  return (
    // A failure here must not hide the list.
    <ErrorBoundary
      fallback={(_, again) => (
        <Alert
          title="Failed to fetch what is held back"
          onRetry={() => {
            cache.retry();
            again();
          }}
        />
      )}
    >
      <LoadedList {...props} />
    </ErrorBoundary>
  );
}

function LoadedList<Item extends Submission>({
  inbox,
  of,
  meta,
  children,
}: QuarantineListProps<Item>) {
  const { kind, nameOf } = inbox;
  // The quarantine of this kind has the same fields as the list, and the suspicion.
  const quarantined = useQuery(source)[of] as unknown as Suspicious<Item>[];
  const cache = useQueryCache();
  const request = useRequest();
  const [busy, setBusy] = useState('');
  const [deleting, setDeleting] = useState<Suspicious<Item>>();

  function takeOut({ id }: Suspicious<Item>): void {
    cache.update(source, (all) => ({
      ...all,
      [of]: all[of].filter((one) => one.id !== id),
    }));
    cache.refresh(source.path).catch(() => {});
  }

  async function release(item: Suspicious<Item>): Promise<void> {
    setBusy(item.id);
    try {
      await request('POST', `${source.path}/${item.id}/release`).catch((error) => {
        // 404: somebody else has released or deleted it already.
        if (statusOf(error) !== 404) throw error;
      });
      await inbox.refresh();
      takeOut(item);
      showToast({ title: 'Released', text: `"${nameOf(item)}" is in the list.`, tone: 'success' });
      restoreFocus();
    } catch (error) {
      showFailure(error, `Failed to release ${kind}`, 'It is still held back. Please try again.');
    } finally {
      setBusy('');
    }
  }

  if (quarantined.length === 0 && !deleting) return null;
  return (
    <details className="quarantine">
      <summary>
        <strong>{quarantined.length} held back</strong>
        <span>Probably sent by a script. Nobody but staff sees these.</span>
      </summary>
      {quarantined.map((item) => (
        <article key={item.id} className="entry">
          <div className="top">
            <h2 dir="auto">{nameOf(item)}</h2>
            <span className="badge" data-g="none">
              {reasons[item.suspicion]}
            </span>
          </div>
          <p className="meta">{meta(item)}</p>
          <div className="quarantine-text">{children(item)}</div>
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
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await deleted(request('DELETE', `${source.path}/${deleting.id}`));
            takeOut(deleting);
          }}
        />
      )}
    </details>
  );
}
