import { canOpen } from '#contract/access.ts';
import { waitingStatuses } from '#contract/inbox.ts';
import { Link } from '../link.tsx';
import { useUsername } from './parts/members.ts';
import { useWaiting, Waits } from './parts/waiting.tsx';
import { useSession } from './session.tsx';

const kindNames = {
  ideas: ['idea', 'ideas'],
  applications: ['application', 'applications'],
  contacts: ['message', 'messages'],
} as const;

/** Shows on the dashboard how many submissions wait for a decision of staff, and which have waited longest. */
export function Waiting() {
  const found = useWaiting();
  if (!found || found.kinds.length === 0) return null;
  const overdue = found.kinds.reduce((sum, kind) => sum + kind.overdue, 0);
  return (
    <>
      <h2 className="h-sub">Waiting for an answer</h2>
      <section className="panel waiting" aria-label="Waiting for an answer">
        <p className="waiting-counts">
          {found.kinds.map(({ kind, count }) => (
            <Link key={kind} className="link" href={`/admin/${kind}?status=waiting`}>
              {count.toLocaleString('en')} {kindNames[kind][count === 1 ? 0 : 1]}
            </Link>
          ))}
          <span data-overdue={overdue > 0 || undefined}>
            {overdue > 0 ? `${overdue.toLocaleString('en')} overdue` : 'Nothing is overdue'}
          </span>
          {found.mine > 0 && <span>{found.mine.toLocaleString('en')} yours</span>}
        </p>
        {found.oldest.length > 0 && (
          <ol>
            {found.oldest.map((each) => (
              <Oldest key={each.id} {...each} />
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

interface OldestProps {
  kind: keyof typeof kindNames;
  id: string;
  name: string;
  createdAt: string;
  ownerId?: string | undefined;
}

function Oldest({ kind, id, name, createdAt, ownerId }: OldestProps) {
  const { user } = useSession();
  const username = useUsername(canOpen(user?.role ?? '', 'users') ? ownerId : undefined);
  return (
    <li>
      <span className="label">{kindNames[kind][0]}</span>
      <Link className="link" href={`/admin/${kind}?status=waiting&open=${id}`}>
        <bdi>{name}</bdi>
      </Link>
      {username && (
        <span className="waits">{ownerId === user?.id ? 'Yours' : <bdi>{username}</bdi>}</span>
      )}
      <Waits section={kind} status={waitingStatuses[kind][0] ?? ''} createdAt={createdAt} />
    </li>
  );
}
