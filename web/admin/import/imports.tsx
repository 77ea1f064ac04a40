import { useState } from 'react';
import type { Import, ImportDetail, ImportKind } from '#contract/import.ts';
import { trashDays } from '#contract/vocabulary.ts';
import { useQuery, useQueryCache } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Ago } from '../parts/ago.tsx';
import { FetchedDialog } from '../parts/fetched-dialog.tsx';
import { showSaved } from '../parts/saved.ts';
import { useRequest } from '../request.ts';
import { counted } from './fields.ts';
import { importsSource, showUndoFailure } from './importing.ts';

interface ImportsProps {
  refresh(changed: ImportKind): Promise<void>;
}

export function Imports({ refresh }: ImportsProps) {
  const imports = useQuery(importsSource);
  const [askedId, setAskedId] = useState<string>();
  const cache = useQueryCache();
  if (imports.length === 0) return null;
  return (
    <>
      <h2 className="h-sub" id="imports" tabIndex={-1}>
        Imports so far
      </h2>
      <section className="panel list" aria-labelledby="imports">
        {imports.map((each) => (
          <Entry
            key={each.id}
            made={each}
            onAsk={() => {
              cache.remove(detailPath(each.id));
              setAskedId(each.id);
            }}
          />
        ))}
      </section>
      {askedId && (
        <FetchedDialog title="Undo this import" kind="import" onClose={() => setAskedId(undefined)}>
          <Question id={askedId} refresh={refresh} onClose={() => setAskedId(undefined)} />
        </FetchedDialog>
      )}
    </>
  );
}

const detailPath = (id: string) => `${importsSource.path}/${id}`;

function Entry({ made, onAsk }: { made: Import; onAsk(): void }) {
  const { fileName, kind, count, by, at, undoneAt, undoneBy } = made;
  return (
    <article className="entry">
      <div className="top">
        <h3 dir="auto">{fileName}</h3>
        <span className="badge" data-g={undoneAt ? 'none' : 'ring'}>
          {undoneAt ? 'undone' : counted(kind, count)}
        </span>
      </div>
      <p className="meta">
        {undoneAt && <span>{counted(kind, count)}</span>}
        <span>
          imported by <bdi>{by}</bdi> <Ago date={at} />
        </span>
        {undoneAt && (
          <span>
            undone by <bdi>{undoneBy}</bdi> <Ago date={undoneAt} />
          </span>
        )}
      </p>
      <div className="act">
        <Button
          small
          variant={undoneAt ? 'secondary' : 'danger'}
          aria-label={`${undoneAt ? 'Bring back' : 'Undo this import'}: ${fileName}`}
          onClick={onAsk}
        >
          {undoneAt ? 'Bring back' : 'Undo this import'}
        </Button>
      </div>
    </article>
  );
}

interface QuestionProps extends ImportsProps {
  id: string;
  onClose(): void;
}

/** Asks for confirmation before an import is undone, or an undone import is brought back. */
function Question({ id, refresh, onClose }: QuestionProps) {
  const made = useQuery<ImportDetail>({ path: detailPath(id) });
  const request = useRequest();
  const [busy, setBusy] = useState(false);
  const isUndone = made.undoneAt !== null;

  async function act() {
    setBusy(true);
    try {
      const path = `${detailPath(id)}/${isUndone ? 'restore' : 'undo'}`;
      await request('POST', path, { isUnkeyed: true });
      showSaved(isUndone ? 'Import brought back' : 'Import undone', made.fileName);
      await refresh(made.kind);
      onClose();
    } catch (error) {
      showUndoFailure(error, isUndone ? 'It was not brought back' : 'It was not undone');
      setBusy(false);
    }
  }

  if (isUndone) {
    return (
      <Dialog title="Bring back this import" size="small" onClose={onClose}>
        <p>
          {made.inTrash > 0
            ? `${counted(made.kind, made.inTrash)} of "${made.fileName}" ${made.inTrash === 1 ? 'is' : 'are'} still in the trash, and can be moved back as ${made.inTrash === 1 ? 'it was' : 'they were'}.`
            : 'The trash has no rows of this import any more. Import the file again.'}
        </p>
        <div className="acts">
          <Button onClick={onClose}>Cancel</Button>
          {made.inTrash > 0 && (
            <Button variant="primary" busy={busy && 'Moving...'} onClick={act}>
              Bring back
            </Button>
          )}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Undo this import" size="small" onClose={onClose}>
      <p>
        <b dir="auto">{made.fileName}</b>
      </p>
      <p>
        This moves {made.there === made.count ? 'all of it' : 'what is left of it'},{' '}
        {counted(made.kind, made.there)}, to the trash.{' '}
        {made.there === 1 ? 'It stays' : 'They stay'} there for {trashDays} days, and until then the
        import can be brought back as a whole.
      </p>
      {made.changed > 0 && (
        <p>
          <b>{counted(made.kind, made.changed)}</b> {made.changed === 1 ? 'was' : 'were'} changed
          since: reviewed, corrected, connected, written about or pressed by visitors.{' '}
          {made.changed === 1 ? 'It goes' : 'They go'} to the trash as well.
        </p>
      )}
      <div className="acts">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" className="filled" busy={busy && 'Undoing...'} onClick={act}>
          Undo import
        </Button>
      </div>
    </Dialog>
  );
}
