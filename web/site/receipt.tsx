import { useEffect, useState } from 'react';
import type { Receipt } from '#contract/receipt.ts';
import { trashDays } from '#contract/vocabulary.ts';
import { statusOf } from '../api/client.ts';
import { type Source, useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { send } from '../api/submit.ts';
import { Day } from '../day.tsx';
import type { PageProps } from '../page-props.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { discardDraft } from '../ui/drafts.ts';
import { Alert } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { showToast } from '../ui/toasts.ts';
import { Correction } from './correction.tsx';
import { PrivatePageFrame } from './private-page.tsx';
import { ReceiptMessages } from './receipt-messages.tsx';
import { SameWish } from './same-wish.tsx';
import { SentFields } from './sent-fields.tsx';

/** The private page of a submission, for its sender. */
export default function ReceiptPage({ id }: PageProps) {
  const [erased, setErased] = useState<ErasedReceipt>();
  return (
    <PrivatePageFrame
      title="Your receipt"
      description="What you sent us, and where it stands."
      noScriptTitle="Your receipt needs scripts"
      loading="Loading your receipt"
    >
      {() => (erased ? <Erased {...erased} /> : <LoadedReceipt secret={id} onErased={setErased} />)}
    </PrivatePageFrame>
  );
}

const nouns = { idea: 'idea', application: 'application', contact: 'message' } as const;

const titleOf = (receipt: Receipt) => {
  if (receipt.kind === 'idea') return receipt.sent.title;
  return receipt.kind === 'contact' ? receipt.sent.subject : receipt.sent.role;
};

interface LoadedProps {
  secret: string;
  onErased(erased: ErasedReceipt): void;
}

function LoadedReceipt({ secret, onErased }: LoadedProps) {
  const source = sources.receipt(secret);
  const receipt = useQuery(source);
  const cache = useQueryCache();
  const [isCorrecting, setCorrecting] = useState(false);
  const noun = nouns[receipt.kind];

  return (
    <div className="wrap receipt">
      <header className="receipt-head">
        <p className="label">Your {noun}</p>
        <h1 className="d2" dir="auto">
          {titleOf(receipt)}
        </h1>
        <p className="receipt-status">
          {receipt.state === 'received' && (
            <>
              <StatusBadge status={receipt.status} />
              <span>
                since <Day date={receipt.since} />
              </span>
            </>
          )}
          <span className="muted">
            sent <Day date={receipt.sentAt} />
          </span>
        </p>
      </header>
      <State receipt={receipt} noun={noun} />
      {receipt.kind === 'idea' && <SameWish idea={receipt.sameAs} />}
      {receipt.kind === 'idea' && receipt.answer && (
        <section className="receipt-answer">
          <h2 className="h-sub">Our answer</h2>
          <p className="pre-line" dir="auto">
            {receipt.answer}
          </p>
        </section>
      )}
      {isCorrecting ? (
        <Correction
          receipt={receipt}
          path={source.path}
          onCancel={() => setCorrecting(false)}
          onDone={() => {
            cache.refresh(source.path).catch(() => {});
            cache.invalidate('/api/ideas');
            setCorrecting(false);
            showToast({ title: 'Corrected', text: `Your ${noun} is changed.`, tone: 'success' });
          }}
        />
      ) : (
        <>
          <ReceiptMessages receipt={receipt} path={source.path} />
          <section>
            <h2 className="h-sub">What you sent</h2>
            <SentFields receipt={receipt} />
          </section>
          <Acts
            receipt={receipt}
            noun={noun}
            source={source}
            onCorrect={() => setCorrecting(true)}
            onErased={() => onErased({ path: source.path, noun, sentAt: receipt.sentAt })}
          />
        </>
      )}
    </div>
  );
}

function State({ receipt, noun }: { receipt: Receipt; noun: string }) {
  if (receipt.state === 'received') return null;
  return (
    <p className="receipt-state" role="status">
      {receipt.state === 'withdrawn'
        ? `You have withdrawn this ${noun}. Nobody but staff can see it, and it is deleted after ${trashDays} days, unless you ask them to bring it back.`
        : `Staff have removed this ${noun}. It is deleted after ${trashDays} days.`}
    </p>
  );
}

interface ErasedReceipt {
  path: string;
  noun: string;
  sentAt: string;
}

function Erased({ path, noun, sentAt }: ErasedReceipt) {
  const cache = useQueryCache();
  // Deletes cached data and drafts of the submission.
  useEffect(() => {
    cache.remove(path);
    cache.invalidate('/api/ideas');
    discardDraft(`message:${sentAt}`);
    discardDraft(`correction:${sentAt}`);
  }, [cache, path, sentAt]);
  return (
    <div className="wrap state" role="status">
      <div>
        <h1 className="d2">Erased</h1>
        <p className="lead">
          Your {noun} is gone, with everything that belonged to it. This link no longer works.
        </p>
      </div>
    </div>
  );
}

type Act = 'withdraw' | 'erase';

interface ActsProps {
  receipt: Receipt;
  noun: string;
  source: Source<Receipt>;
  onCorrect(): void;
  onErased(): void;
}

/** Shows the buttons to correct, withdraw and erase a submission. Withdrawing and erasing need a confirmation. */
function Acts({ receipt, noun, source, onCorrect, onErased }: ActsProps) {
  const { path } = source;
  const cache = useQueryCache();
  const [actToConfirm, setActToConfirm] = useState<Act>();

  async function withdraw() {
    await send('POST', `${path}/withdraw`);
    cache.invalidate('/api/ideas');
    cache.update(source, (now) => ({
      ...now,
      state: 'withdrawn' as const,
      canCorrect: false,
      ...(now.kind === 'idea' && { sameAs: null }),
    }));
    cache.refresh(path).catch(() => {});
    showToast({ title: 'Withdrawn', text: `Your ${noun} is withdrawn.`, tone: 'success' });
  }
  async function erase() {
    await send('DELETE', path).catch((error) => {
      // A 404 means that an earlier request has erased the submission, and only its response was lost.
      if (statusOf(error) !== 404) throw error;
    });
    onErased();
  }

  return (
    <section className="receipt-acts">
      <h2 className="h-sub">Change your mind</h2>
      <div className="cluster">
        {receipt.canCorrect && <Button onClick={onCorrect}>Correct it</Button>}
        {receipt.state === 'received' && (
          <Button onClick={() => setActToConfirm('withdraw')}>Withdraw it</Button>
        )}
        <Button variant="danger" onClick={() => setActToConfirm('erase')}>
          Erase it
        </Button>
      </div>
      <p className="help">
        {receipt.canCorrect
          ? 'You can correct it until somebody has begun to look at it.'
          : receipt.state === 'received' &&
            'It is being looked at, so it can no longer be corrected. Write to us instead.'}
      </p>
      {actToConfirm === 'withdraw' && (
        <Question
          title={`Withdraw your ${noun}`}
          text={`Nobody but staff will see it any more, and it is deleted after ${trashDays} days.`}
          act="Withdraw"
          busy="Withdrawing..."
          run={withdraw}
          onClose={() => setActToConfirm(undefined)}
        />
      )}
      {actToConfirm === 'erase' && (
        <Question
          title={`Erase your ${noun}`}
          text="It is deleted at once with all personal data and our conversation. This cannot be undone."
          act="Erase"
          busy="Erasing..."
          run={erase}
          onClose={() => setActToConfirm(undefined)}
        />
      )}
    </section>
  );
}

interface QuestionProps {
  title: string;
  text: string;
  act: string;
  busy: string;
  run(): Promise<void>;
  onClose(): void;
}

function Question({ title, text, act, busy, run, onClose }: QuestionProps) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function confirm() {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch {
      setFailed(true);
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <p>{text}</p>
      {hasFailed && <Alert title="That did not work. Please try again." />}
      <div className="acts">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" className="filled" busy={isBusy && busy} onClick={confirm}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
