import { useState } from 'react';
import type { FailedMail } from '#contract/mail.ts';
import { statusOf } from '../api/client.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../api/query-cache.ts';
import { Link } from '../link.tsx';
import { Button } from '../ui/button.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { Ago } from './parts/ago.tsx';
import { showRefusal, useRequest } from './request.ts';

const source: Source<FailedMail[]> = { path: '/api/admin/mail' };

/** Lists the e-mails and webhook messages that the site has given up sending. Shows nothing while there are none. */
export function FailedMails() {
  const mails = useOptionalQuery(source);
  if (!mails || mails.length === 0) return null;
  return (
    <>
      <h2 className="h-sub">{mails.every(isMail) ? 'Mail' : 'Messages'} that could not be sent</h2>
      <ul className="panel activity">
        {mails.map((mail) => (
          <FailedEntry key={mail.id} mail={mail} />
        ))}
      </ul>
    </>
  );
}

const topics = {
  receipt: 'The receipt',
  decision: 'The decision',
  same: 'The decision about the same wish',
  reply: 'The note about a message',
  follow: 'The question to confirm',
  news: 'The news about an idea',
  invitation: 'The invitation',
  digest: 'The list of new submissions',
  received: 'The webhook message',
  decided: 'The webhook message about the decision',
};

const isMail = ({ topic }: FailedMail) => topic !== 'received' && topic !== 'decided';

function FailedEntry({ mail }: { mail: FailedMail }) {
  const cache = useQueryCache();
  const request = useRequest();
  const [isBusy, setBusy] = useState(false);
  const about = `${topics[mail.topic]} for ${mail.name ?? nounOf(mail)}`;

  async function act(method: 'POST' | 'DELETE', pathEnd: string, failure: string) {
    setBusy(true);
    try {
      await request(method, `${source.path}/${mail.id}${pathEnd}`);
    } catch (error) {
      // 404: another user has already retried or dismissed the mail.
      if (statusOf(error) !== 404) {
        showRefusal(error, failure, 'It is still here. Please try again.');
      }
    }
    await cache.refresh(source.path).catch(() => {});
    setBusy(false);
    restoreFocus();
  }

  return (
    <li className="failed-mail">
      <p>
        {topics[mail.topic]} for <Recipient mail={mail} />
        <span className="muted">
          <Ago date={mail.at} />
        </span>
        <span className="help reason" dir="auto">
          {mail.reason}
        </span>
      </p>
      <div className="act">
        <Button
          small
          aria-label={`Try again: ${about}`}
          disabled={isBusy}
          onClick={() => act('POST', '/retry', 'Failed to try again')}
        >
          Try again
        </Button>
        <Button
          small
          aria-label={`Dismiss: ${about}`}
          disabled={isBusy}
          onClick={() => act('DELETE', '', 'Failed to dismiss it')}
        >
          Dismiss
        </Button>
      </div>
    </li>
  );
}

const nouns = { idea: 'an idea', application: 'an application', contact: 'a message' };

function nounOf({ kind, topic }: FailedMail): string {
  if (kind) return nouns[kind];
  if (topic === 'invitation') return 'somebody who is invited';
  return topic === 'digest' ? 'a user' : 'a follower';
}

/** Links to the submission that the mail is about. Otherwise shows the username, or a noun such as "a follower". */
function Recipient({ mail }: { mail: FailedMail }) {
  const { kind, submissionId, name } = mail;
  if (name === null) return nounOf(mail);
  if (kind === null) return <bdi>{name}</bdi>;
  return (
    <Link className="link" href={`/admin/${kind}s?open=${submissionId}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}
