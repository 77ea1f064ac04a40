import { type ReactNode, useState } from 'react';
import type { Idea } from '#contract/idea.ts';
import type { RelatedIdea, RelatedIdeas } from '#contract/similar.ts';
import { statusOf } from '../../api/client.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../../api/query-cache.ts';
import { refusalOf } from '../../api/submit.ts';
import { Link } from '../../link.tsx';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { statusLabel } from '../../ui/status-badge.tsx';
import { showRefusal, useRequest } from '../request.ts';
import type { Inbox } from './inbox.ts';
import { showSaved } from './saved.ts';

export const relatedSource = (id: string): Source<RelatedIdeas> => ({
  path: `/api/admin/ideas/${encodeURIComponent(id)}/related`,
});

interface RelatedProps {
  inbox: Inbox<Idea>;
  idea: Idea;
}

/** Shows the idea that `idea` duplicates, the duplicates of `idea`, and ideas with similar titles, if there are any. */
export function Related({ inbox, idea }: RelatedProps) {
  const related = useOptionalQuery(relatedSource(idea.id));
  const { mark, isBusy } = useMark(inbox, idea);
  if (!related) return null;
  const { main, duplicates, similar } = related;
  if (!idea.duplicateOf && duplicates.length === 0 && similar.length === 0) return null;
  return (
    <section className="related" aria-labelledby="related-heading">
      <h3 className="h-sub" id="related-heading" tabIndex={-1}>
        Ideas like it
      </h3>
      {idea.duplicateOf && (
        <Group label="This one is a duplicate of">
          <li>
            {main ? <Other idea={main} /> : <span>an idea that is not public now</span>}
            <Button small busy={isBusy && 'Saving...'} onClick={() => mark(null)}>
              Not a duplicate
            </Button>
          </li>
        </Group>
      )}
      {duplicates.length > 0 && (
        <Group label="Duplicates of this one: their senders hear of its decision too">
          {duplicates.map((other) => (
            <li key={other.id}>
              <Other idea={other} />
            </li>
          ))}
        </Group>
      )}
      {similar.length > 0 && (
        <Group label="Similar titles">
          {similar.map((other) => (
            <li key={other.id}>
              <Other idea={other} />
              <Button
                small
                busy={isBusy && 'Saving...'}
                aria-label={`Duplicate of it: ${other.title}`}
                onClick={() => mark(other)}
              >
                Duplicate of it
              </Button>
            </li>
          ))}
        </Group>
      )}
    </section>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="label">{label}</p>
      <ul>{children}</ul>
    </div>
  );
}

const Other = ({ idea: { id, title, status } }: { idea: RelatedIdea }) => (
  <span>
    <Link className="link" href={`/admin/ideas?open=${id}`}>
      <bdi>{title}</bdi>
    </Link>{' '}
    <span className="meta">{statusLabel(status)}</span>
  </span>
);

/** Returns `mark`: `mark(main)` marks `idea` as a duplicate of `main`, and `mark(null)` removes this mark. */
function useMark(inbox: Inbox<Idea>, idea: Idea) {
  const cache = useQueryCache();
  const request = useRequest();
  const [isBusy, setBusy] = useState(false);
  const item = inbox.itemSource(idea.id).path;

  async function mark(main: RelatedIdea | null) {
    setBusy(true);
    try {
      const body = { of: main?.id ?? null };
      cache.set(item, await request('PUT', `${item}/duplicate`, { body, version: idea.version }));
      showSaved(
        main ? 'Marked as a duplicate' : 'No duplicate any more',
        main?.title ?? idea.title,
      );
    } catch (error) {
      const isChanged = statusOf(error) === 412;
      showRefusal(
        error,
        'Failed to change the mark',
        isChanged
          ? 'Somebody else has changed this idea. You see it as it is now: please try again.'
          : (refusalOf(error)?.error ?? 'Please try again.'),
      );
      if (isChanged) await inbox.readLatest(idea.id).catch(() => {});
    }
    // The sheets of both ideas and the list show the mark.
    await Promise.all([cache.invalidate('/api/admin/ideas/'), inbox.refresh()]);
    setBusy(false);
    restoreFocus('#related-heading');
  }

  return { mark, isBusy };
}
