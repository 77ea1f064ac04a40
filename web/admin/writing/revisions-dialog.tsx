import { useCallback, useEffect, useState } from 'react';
import type { Revision, RevisionSummary } from '#contract/manuscript.ts';
import type { RevisionKind } from '#contract/manuscript-states.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isSame, type Values } from '../../ui/form-values.ts';
import { Alert } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Ago } from '../parts/ago.tsx';
import { useRequest } from '../request.ts';
import { LineDifference } from './line-difference.tsx';
import { labels, toValues } from './post-values.ts';
import type { Writing } from './writing.ts';

const kinds: Record<RevisionKind, string> = {
  autosaved: 'Saved while typing',
  saved: 'Saved',
  published: 'Published',
  restored: 'Restored',
};

/** Lists the revisions of a post, shows how the current text differs from one of them, and can restore that one. */
export function RevisionsDialog({ writing, onClose }: { writing: Writing; onClose(): void }) {
  const { state, form } = writing;
  const request = useRequest();
  const [list, setList] = useState<RevisionSummary[] | 'failed'>();
  const [chosen, setChosen] = useState<string>();
  const id = state?.id ?? '';

  const fetchList = useCallback(() => {
    setList(undefined);
    request('GET', `/api/admin/manuscripts/${encodeURIComponent(id)}/revisions`).then(
      (answer) => {
        const found = answer as RevisionSummary[];
        setList(found);
        // Chooses the second newest revision: the newest one equals the text as it was last saved.
        setChosen(found[1]?.id ?? found[0]?.id);
      },
      () => setList('failed'),
    );
  }, [id, request]);
  useEffect(fetchList, [fetchList]);

  async function restore(revision: Revision) {
    onClose();
    if (await writing.restore(revision)) {
      showToast({ title: 'Revision restored', text: revision.title, tone: 'success' });
    }
  }

  return (
    <Dialog title="Revisions" onClose={onClose} size="wide">
      {list === undefined && <p role="status">Loading</p>}
      {list === 'failed' && <Alert title="The revisions could not be read." onRetry={fetchList} />}
      {Array.isArray(list) && list.length === 0 && <p>Nothing was changed yet.</p>}
      {Array.isArray(list) && list.length > 0 && (
        <div className="revisions">
          <ol aria-label="Revisions, newest first">
            {list.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  aria-pressed={each.id === chosen}
                  onClick={() => setChosen(each.id)}
                >
                  <b>{kinds[each.kind]}</b>
                  <span>
                    {each.username && <bdi>{each.username}</bdi>} <Ago date={each.savedAt} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {chosen && (
            <ChosenRevision key={chosen} id={chosen} now={form.values} onRestore={restore} />
          )}
        </div>
      )}
    </Dialog>
  );
}

interface ChosenRevisionProps {
  id: string;
  now: Values;
  onRestore(revision: Revision): void;
}

/** Fetches a revision, and shows how the current text differs from it. */
function ChosenRevision({ id, now, onRestore }: ChosenRevisionProps) {
  const request = useRequest();
  const [revision, setRevision] = useState<Revision | 'failed'>();
  const fetchRevision = useCallback(() => {
    setRevision(undefined);
    request('GET', `/api/admin/revisions/${id}`).then(
      (answer) => setRevision(answer as Revision),
      () => setRevision('failed'),
    );
  }, [id, request]);
  useEffect(fetchRevision, [fetchRevision]);

  if (!revision) return null;
  if (revision === 'failed') {
    return <Alert title="This revision could not be read." onRetry={fetchRevision} />;
  }
  return (
    <section aria-label="Difference" className="revision">
      <p className="help">From this revision (removed) to the text as it is now (added).</p>
      <RevisionDifference before={toValues(revision.post)} now={now} />
      <div className="acts">
        <Button variant="primary" onClick={() => onRestore(revision)}>
          Restore this revision
        </Button>
      </div>
    </section>
  );
}

function RevisionDifference({ before, now }: { before: Values; now: Values }) {
  const fields = Object.keys(labels).filter((field) => !isSame(before[field], now[field]));
  if (fields.length === 0) return <p className="muted">It is the text as it is now.</p>;
  return fields.map((field) => (
    <div key={field}>
      <p className="label">{labels[field as keyof typeof labels]}</p>
      <LineDifference from={String(before[field] ?? '')} to={String(now[field] ?? '')} />
    </div>
  ));
}
