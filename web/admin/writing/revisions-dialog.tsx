import { useEffect, useState } from 'react';
import type { Revision, RevisionSummary } from '#contract/manuscript.ts';
import type { RevisionKind } from '#contract/manuscript-states.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isSame, type Values } from '../../ui/form-values.ts';
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
  const [revision, setRevision] = useState<Revision>();
  const id = state?.id ?? '';

  useEffect(() => {
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

  useEffect(() => {
    if (!chosen) return;
    let isStale = false;
    request('GET', `/api/admin/revisions/${chosen}`).then(
      (answer) => !isStale && setRevision(answer as Revision),
      () => !isStale && setRevision(undefined),
    );
    return () => {
      isStale = true;
    };
  }, [chosen, request]);

  async function restore() {
    if (!revision) return;
    onClose();
    if (await writing.restore(revision)) {
      showToast({ title: 'Revision restored', text: revision.title, tone: 'success' });
    }
  }

  return (
    <Dialog title="Revisions" onClose={onClose} size="wide">
      {list === undefined && <p role="status">Loading</p>}
      {list === 'failed' && <p>The revisions could not be read. Please try again.</p>}
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
          {revision && revision.id === chosen && (
            <section aria-label="Difference" className="revision">
              <p className="help">From this revision (removed) to the text as it is now (added).</p>
              <RevisionDifference before={toValues(revision.post)} now={form.values} />
              <div className="acts">
                <Button variant="primary" onClick={restore}>
                  Restore this revision
                </Button>
              </div>
            </section>
          )}
        </div>
      )}
    </Dialog>
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
