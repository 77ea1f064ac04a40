import { useState } from 'react';
import type { Receipt } from '#contract/receipt.ts';
import { site } from '#contract/site/lab.ts';
import { useQueryCache } from '../api/query-cache.ts';
import { refusalOf, send } from '../api/submit.ts';
import { Day } from '../day.tsx';
import { Button } from '../ui/button.tsx';
import { clearSent, useDraftForm } from '../ui/draft-form.ts';
import { TextLines } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Alert } from '../ui/states.tsx';
import { useAttempt } from './submission.tsx';

/** Shows the conversation with staff. Hides the reply form if the submission was withdrawn or deleted. */
export function ReceiptMessages({ receipt, path }: { receipt: Receipt; path: string }) {
  const { messages, state } = receipt;
  return (
    <section className="receipt-messages">
      <h2 className="h-sub">Conversation</h2>
      {messages.length === 0 && (
        <p className="muted">Nothing yet. Whatever you write here, only staff can read.</p>
      )}
      <ol>
        {messages.map(({ id, by, text, at }) => (
          <li key={id} data-by={by}>
            <p className="label">
              {by === 'staff' ? site.name : 'You'}, <Day date={at} />
            </p>
            <p className="pre-line" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {state === 'received' && <Reply path={path} sentAt={receipt.sentAt} />}
    </section>
  );
}

const labels = { text: 'Write to us' };

function Reply({ path, sentAt }: { path: string; sentAt: string }) {
  const cache = useQueryCache();
  const [failure, setFailure] = useState('');
  const attempt = useAttempt(`attempt:message:${sentAt}`);
  const form = useDraftForm({
    name: `message:${sentAt}`,
    schema: async () => (await import('./rules.ts')).MessageDraft,
    async send(draft) {
      try {
        await send('POST', `${path}/messages`, draft, { 'Idempotency-Key': attempt.keyOf(draft) });
        attempt.end();
        setFailure('');
        clearSent(form, draft.text);
        // The message is sent, so a failed refresh is no error.
        await cache.refresh(path).catch(() => {});
        return undefined;
      } catch (error) {
        const { error: text = 'Please try again.', fields } = refusalOf(error) ?? {};
        setFailure(text);
        return fields ?? {};
      }
    },
  });
  return (
    <Form form={form} labels={labels}>
      <TextLines name="text" label={labels.text} />
      {failure && <Alert title="Not sent. Your text is kept.">{failure}</Alert>}
      <Button type="submit" busy={form.sending && 'Sending...'}>
        Send
      </Button>
    </Form>
  );
}
