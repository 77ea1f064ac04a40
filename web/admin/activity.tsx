import type { Activity as ActivityEntry } from '#contract/history.ts';
import { type Source, useOptionalQuery } from '../api/query-cache.ts';
import { Link } from '../link.tsx';
import { Ago } from './parts/ago.tsx';
import { needsObject, whatHappened } from './parts/history.tsx';

const source: Source<ActivityEntry[]> = { path: '/api/admin/activity' };

/**
 * Lists the newest changes of submissions and users, except imports. It lists one kind of change of a user: somebody
 * else has switched off this user's second factor. Renders nothing while the list is empty.
 */
export function Activity() {
  const entries = useOptionalQuery(source);
  if (!entries || entries.length === 0) return null;
  return (
    <>
      <h2 className="h-sub">Recent activity</h2>
      <ol className="panel activity">
        {entries.map((entry) => (
          <li key={entry.id}>
            <b dir="auto">{entry.by ?? 'The sender'}</b> {whatHappened(entry.what, entry.status)}
            {needsObject(entry.what) ? ' ' : ': '}
            <Subject entry={entry} />
            <span className="muted">
              <Ago date={entry.at} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

const nouns = {
  idea: 'an idea',
  application: 'an application',
  contact: 'a message',
  user: 'a user',
};

/** Links to the submission or user. `name` is null for a deleted user and for a submission that is in no inbox. */
function Subject({ entry: { kind, submissionId, name } }: { entry: ActivityEntry }) {
  if (name === null) return nouns[kind];
  return (
    <Link
      className="link"
      href={`/admin/${kind}s?${kind === 'user' ? 'edit' : 'open'}=${submissionId}`}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
