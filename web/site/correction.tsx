import { lazy, Suspense, useState } from 'react';
import type { Receipt } from '#contract/receipt.ts';
import { refusalOf, send } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import type { FieldErrors } from '../ui/draft-form.ts';
import type { Values } from '../ui/form-values.ts';
import { PageLoading } from '../ui/states.tsx';
import { SubmissionContext } from './submission.tsx';

/** The forms of the public pages. `SubmissionContext` below fills them with the submitted values. */
const forms = {
  idea: lazy(async () => ({ default: (await import('./submit-idea.tsx')).IdeaForm })),
  application: lazy(async () => ({ default: (await import('./join-team.tsx')).ApplicationForm })),
  contact: lazy(async () => ({ default: (await import('./contact.tsx')).ContactForm })),
};

interface CorrectionProps {
  receipt: Receipt;
  path: string;
  onDone(): void;
  onCancel(): void;
}

export function Correction({ receipt, path, onDone, onCancel }: CorrectionProps) {
  const [failed, setFailed] = useState<{ id: number; text: string }>();
  const KindForm = forms[receipt.kind];

  async function sendCorrection(draft: object): Promise<FieldErrors | undefined> {
    try {
      await send('PUT', `${path}/${receipt.kind}`, draft);
      onDone();
      return undefined;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.fields) return refusal.fields;
      const text = refusal?.error ?? 'There was an error saving the correction. Please try again.';
      setFailed((last) => ({ id: (last?.id ?? 0) + 1, text }));
      // An empty object tells the form that nothing was saved, but no field has an error.
      return {};
    }
  }

  return (
    <section className="receipt-correction">
      <SubmissionContext
        value={{
          isSent: false,
          success: { title: '', text: '' },
          receiptPath: '',
          failed,
          send: sendCorrection,
          reset: onCancel,
          // `sentAt` names the draft, because `path` contains the secret, which sessionStorage must not have.
          correction: { draft: `correction:${receipt.sentAt}`, values: valuesOf(receipt.sent) },
        }}
      >
        <Suspense fallback={<PageLoading text="Loading the form" />}>
          <KindForm />
        </Suspense>
      </SubmissionContext>
      <Button onClick={onCancel}>Keep it as it was</Button>
    </section>
  );
}

/** Converts a submission to form values: null becomes an empty string. */
const valuesOf = (sent: object): Values =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value ?? '']));
