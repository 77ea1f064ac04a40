import type { HistoryEntry, HistoryEvent } from '#contract/history.ts';
import { statusLabel } from '../../ui/status-badge.tsx';
import { Ago } from './ago.tsx';

/** Returns true for an event whose words need an object: "deleted it" or "deleted an idea", but "changed the notes". */
export const needsObject = (what: HistoryEvent) =>
  ['deleted', 'restored', 'held', 'released', 'erased', 'withdrawn'].includes(what) ||
  isOfImport(what);

const isOfImport = (what: HistoryEvent) =>
  what === 'imported' || what === 'import undone' || what === 'import restored';

/** Returns an event in words that follow a username, such as "changed the notes". */
export function whatHappened(what: HistoryEvent, status: string | null, hadValue = true): string {
  switch (what) {
    case 'status':
      return status ? `set the status to ${statusLabel(status)}` : 'changed the status';
    case 'notes':
      return hadValue ? 'changed the notes' : 'wrote notes';
    case 'answer':
      return hadValue ? 'changed the public answer' : 'wrote the public answer';
    case 'owner':
      return 'changed the owner';
    case 'connected':
      return 'made a connection';
    case 'disconnected':
      return 'removed a connection';
    case 'duplicate':
      return 'changed the mark as a duplicate';
    case 'corrected':
      return 'corrected what was sent';
    case 'withdrawn':
      return 'withdrew';
    case 'deleted':
      return 'deleted';
    case 'restored':
      return 'restored';
    case 'held':
      return 'held back';
    case 'released':
      return 'released';
    case 'erased':
      return 'erased';
    case 'imported':
      return 'imported';
    case 'import undone':
      return 'undid the import of';
    case 'import restored':
      return 'brought back the import of';
    case 'anonymised':
      return 'removed the personal data';
    case 'second factor off':
      return 'switched off the second factor';
  }
}

export function History({ entries }: { entries: HistoryEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className="history">
      <summary className="link">
        History: {entries.length} {entries.length === 1 ? 'change' : 'changes'}, the last{' '}
        <Ago date={entries[0]?.at ?? ''} />
      </summary>
      <ol>
        {entries.map(({ id, by, what, from, to, at }) => (
          <li key={id}>
            <p>
              <b dir="auto">{by ?? 'The sender'}</b> {whatHappened(what, to, from !== null)}
              {needsObject(what) && ' it'}
              {what === 'imported' && to && (
                <>
                  {' '}
                  from <bdi>{to}</bdi>
                </>
              )}
              {what === 'duplicate' && (to ? ': it was set' : ': it was removed')}
              {what === 'status' && from && ` (was ${statusLabel(from)})`}
              {(what === 'connected' || what === 'disconnected') && (
                <>
                  : <bdi>{to ?? from}</bdi>
                </>
              )}
              {what === 'owner' && (
                <>
                  {' '}
                  from <bdi>{from ?? 'nobody'}</bdi> to <bdi>{to ?? 'nobody'}</bdi>
                </>
              )}
              <span className="muted">
                , <Ago date={at} />
              </span>
            </p>
            {(what === 'notes' || what === 'answer') && (
              <blockquote className="pre-line" dir="auto">
                {to ?? <span className="muted">Emptied. Before: {from}</span>}
              </blockquote>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
