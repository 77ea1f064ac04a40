import { useEffect, useRef, useState } from 'react';
import { useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { refusalOf, submitForm } from '../api/submit.ts';
import type { FieldErrors } from '../ui/form.tsx';
import { keep, readKept } from '../ui/tab-storage.ts';
import { prepareToasts } from '../ui/toast-outlet.tsx';
import { showToast } from '../ui/toasts.ts';
import { useSignals } from './trap.tsx';

/** What is sent, and the key under which it is sent once. */
interface Attempt {
  body: string;
  key: string;
}

interface SubmissionOptions {
  path: string;
  /** What the form asks for, by name: where an error can be shown. */
  labels: Record<string, string>;
  success: { title: string; text: string };
  failure: string;
}

/** Sends a public form and says how that went; what was sent is answered until it is reset. */
export function useSubmission<Draft extends object>({
  path,
  labels,
  success,
  failure,
}: SubmissionOptions) {
  const reads = useReads();
  const signals = useSignals();
  const [sent, setSent] = useState(false);
  const name = `attempt:${path}`;
  const attempt = useRef<Attempt>(undefined);
  /** The visitor may have gone on to another page when the answer comes. */
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function send(draft: Draft): Promise<FieldErrors | undefined> {
    // The same text again, after a failure or by a second click, is the same submission.
    prepareToasts();
    const body = JSON.stringify(draft);
    attempt.current ??= readKept<Attempt>(name);
    if (attempt.current?.body !== body) attempt.current = { body, key: newKey() };
    const { key } = attempt.current;
    // As long as the draft is kept, so is its key.
    keep(name, attempt.current);
    try {
      await submitForm(path, draft, { ...signals.headers(), 'Idempotency-Key': key });
    } catch (error) {
      const refusal = refusalOf(error);
      const { fields = {} } = refusal ?? {};
      if (Object.keys(fields).some((name) => name in labels)) return fields;
      const tooMany = (error as { status?: number }).status === 429;
      showToast({
        title: 'Submission Failed',
        text: tooMany && refusal ? refusal.error : failure,
        tone: 'destructive',
      });
      return {};
    }
    attempt.current = undefined;
    keep(name, undefined);
    signals.forget();
    // The public list shows it from now on.
    if (path === '/api/ideas') {
      reads.forget(path);
      reads.prefetch(sources.ideas().path);
    }
    setSent(true);
    showToast({ ...success, tone: 'success' });
    if (isHere.current) scrollTo({ top: 0, behavior: 'instant' });
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

  return { sent, send, reset };
}

/** randomUUID is missing where a site is served without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
