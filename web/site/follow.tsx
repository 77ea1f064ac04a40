import { useState } from 'react';
import { ideaPath } from '#contract/idea-path.ts';
import { okOrThrow, statusOf } from '../api/client.ts';
import { useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Link } from '../link.tsx';
import type { PageProps } from '../page-props.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/states.tsx';
import { PrivatePageFrame } from './private-page.tsx';

/** E-mails to followers link to this page. Opening it changes nothing, because mail scanners open links too. */
export default function FollowPage({ id }: PageProps) {
  const [hasEnded, setEnded] = useState(false);
  return (
    <PrivatePageFrame
      title="Follow an idea"
      description="Confirm, or end it."
      noScriptTitle="This page needs scripts"
      loading="Loading"
    >
      {() =>
        hasEnded ? (
          <div className="wrap state" role="status">
            <div>
              <h1 className="d2">Ended</h1>
              <p className="lead">
                Your address is deleted. We do not write about this idea again.
              </p>
            </div>
          </div>
        ) : (
          <LoadedFollow secret={id} onEnded={() => setEnded(true)} />
        )
      }
    </PrivatePageFrame>
  );
}

interface LoadedFollowProps {
  secret: string;
  onEnded(): void;
}

function LoadedFollow({ secret, onEnded }: LoadedFollowProps) {
  const source = sources.follow(secret);
  const { idea, isConfirmed } = useQuery(source);
  const cache = useQueryCache();
  const [busy, setBusy] = useState<'confirm' | 'end'>();
  const [hasFailed, setFailed] = useState(false);

  async function act(what: 'confirm' | 'end') {
    setBusy(what);
    setFailed(false);
    try {
      const response = await fetch(`${source.path}/${what}`, { method: 'POST' });
      // A 404 means that an earlier request has ended the subscription, and only its response was lost.
      if (!(what === 'end' && response.status === 404)) await okOrThrow(response);
      if (what === 'confirm') cache.set(source.path, { idea, isConfirmed: true });
      else onEnded();
    } catch (error) {
      // The subscription has ended meanwhile, for example in another tab. Without cached data the page fetches again,
      // gets a 404 and shows `FollowMissing`.
      if (statusOf(error) === 404) cache.remove(source.path);
      else setFailed(true);
    }
    setBusy(undefined);
  }

  return (
    <div className="wrap receipt">
      <header className="receipt-head">
        <p className="label">Follow an idea by e-mail</p>
        <h1 className="d2" dir="auto">
          {idea ? idea.title : 'An idea that is not public now'}
        </h1>
        {idea && (
          <Link className="link" href={ideaPath(idea)}>
            Read the idea
          </Link>
        )}
      </header>
      <p className="lead" role="status">
        {isConfirmed
          ? 'You follow it: we write to you when its status or our answer changes.'
          : 'Do you want a mail when its status or our answer changes?'}
      </p>
      {hasFailed && <Alert title="That did not work. Please try again." />}
      <div className="cluster">
        {!isConfirmed && (
          <Button
            variant="primary"
            busy={busy === 'confirm' && 'Saving...'}
            onClick={() => act('confirm')}
          >
            Yes, tell me
          </Button>
        )}
        <Button busy={busy === 'end' && 'Ending...'} onClick={() => act('end')}>
          {isConfirmed ? 'End these mails' : 'No, delete my address'}
        </Button>
      </div>
    </div>
  );
}
