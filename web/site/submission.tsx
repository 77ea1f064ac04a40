import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { refusalOf, send as sendJson } from '../api/submit.ts';
import type { FieldErrors } from '../ui/draft-form.ts';
import type { Values } from '../ui/form-values.ts';
import { randomKey } from '../ui/random-key.ts';
import { readStored, writeStored } from '../ui/tab-storage.ts';
import { prepareToasts } from '../ui/toast-outlet.tsx';
import { showToast } from '../ui/toasts.ts';
import { useFillInSignals } from './trap.tsx';

/** The last body that was sent, and its Idempotency-Key. */
interface Attempt {
  body: string;
  key: string;
}

interface SendingOptions {
  path: string;
  /** Labels of the form's fields. If no error belongs to these fields, an alert shows `failure` or the 429 error. */
  labels: Record<string, string>;
  success: { title: string; text: string };
  failure: string;
}

interface SubmissionProps extends SendingOptions {
  sent: ReactNode;
  children: ReactNode;
}

/** Shows a public form, or `sent` once it was sent. Components inside call `useSubmission`. */
export function Submission({ sent, children, ...options }: SubmissionProps) {
  const submission = useSending(options);
  return (
    <SubmissionContext value={submission}>{submission.isSent ? sent : children}</SubmissionContext>
  );
}

interface SubmissionState extends ReturnType<typeof useSending> {
  /** Set when the form corrects an earlier submission. */
  correction?: {
    /** The name of the draft in sessionStorage. */
    draft: string;
    values: Values;
  };
}

export const SubmissionContext = createContext<SubmissionState | undefined>(undefined);

export function useSubmission() {
  const submission = useContext(SubmissionContext);
  if (!submission) throw new Error('This part belongs into a Submission.');
  return submission;
}

/** Manages the Idempotency-Key of a submission: a retry with the same body gets the same key. */
export function useAttempt(name: string) {
  const attempt = useRef<Attempt>(undefined);
  return {
    keyOf(draft: object): string {
      const body = JSON.stringify(draft);
      attempt.current ??= readStored<Attempt>(name);
      if (attempt.current?.body !== body) attempt.current = { body, key: randomKey() };
      // The key survives a reload in sessionStorage, as the draft does.
      writeStored(name, attempt.current);
      return attempt.current.key;
    },
    end() {
      attempt.current = undefined;
      writeStored(name, undefined);
    },
  };
}

/** The last failure. Each has a new id, so that screen readers announce the same text again. */
interface SendFailure {
  id: number;
  text: string;
}

/** Sends a public form. `isSent` stays true until `reset`; `failed` stays set until a submission succeeds. */
function useSending({ path, labels, success, failure }: SendingOptions) {
  const cache = useQueryCache();
  const signals = useFillInSignals();
  const [isSent, setSent] = useState(false);
  const [receiptPath, setReceiptPath] = useState('');
  const [failed, setFailed] = useState<SendFailure>();
  const attempt = useAttempt(`attempt:${path}`);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function send(draft: object): Promise<FieldErrors | undefined> {
    prepareToasts();
    const key = attempt.keyOf(draft);
    try {
      const headers = { ...signals.headers(), 'Idempotency-Key': key };
      const created = await sendJson('POST', path, draft, headers);
      setReceiptPath((created as { receiptPath?: string } | undefined)?.receiptPath ?? '');
    } catch (error) {
      const refusal = refusalOf(error);
      const { fields = {} } = refusal ?? {};
      if (Object.keys(fields).some((name) => name in labels)) return fields;
      const tooMany = (error as { status?: number }).status === 429;
      const text = tooMany && refusal ? refusal.error : failure;
      setFailed((last) => ({ id: (last?.id ?? 0) + 1, text }));
      showToast({ title: 'Submission Failed', text, tone: 'destructive' });
      return {};
    }
    attempt.end();
    signals.reset();
    // The public list of ideas may contain the new idea now.
    if (path === '/api/ideas') {
      cache.invalidate(path);
      cache.prefetch(sources.ideas().path);
    }
    setFailed(undefined);
    setSent(true);
    showToast({ ...success, tone: 'success' });
    if (isMounted.current) scrollTo({ top: 0, behavior: 'instant' });
    return undefined;
  }

  function reset() {
    setSent(false);
    requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('main h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus();
    });
  }

  return { isSent, success, receiptPath, failed, send, reset };
}
