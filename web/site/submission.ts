import { useState } from 'react';
import { useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { refusalOf, submitForm } from '../api/submit.ts';
import type { FieldErrors } from '../ui/form.tsx';
import { prepareToasts } from '../ui/toast-outlet.tsx';
import { showToast } from '../ui/toasts.ts';
import { useSignals } from './trap.tsx';

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

  async function send(draft: Draft): Promise<FieldErrors | undefined> {
    // The same text again, after a failure or by a second click, is the same submission.
    prepareToasts();
    const attempt = beginAttempt(path, JSON.stringify(draft));
    try {
      await submitForm(path, draft, { ...signals.headers(), 'Idempotency-Key': attempt.key });
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
    attempt.end();
    signals.forget();
    // The public list shows it from now on.
    if (path === '/api/ideas') {
      reads.forget(path);
      reads.prefetch(sources.ideas().path);
    }
    setSent(true);
    showToast({ ...success, tone: 'success' });
    scrollTo({ top: 0, behavior: 'instant' });
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

/** The key of what is sent: as long as the draft is, it is kept in the tab, and for the same text it is the same. */
function beginAttempt(path: string, body: string) {
  const name = `attempt:${path}`;
  const [keptBody, keptKey] = readAttempt(name);
  const key = keptBody === body && keptKey ? keptKey : newKey();
  sessionStorage.setItem(name, JSON.stringify([body, key]));
  return { key, end: () => sessionStorage.removeItem(name) };
}

function readAttempt(name: string): [body?: string, key?: string] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]');
  } catch {
    return [];
  }
}

/** randomUUID is missing where a site is served without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
