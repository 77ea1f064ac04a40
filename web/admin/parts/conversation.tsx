import { MessageDraft, type StaffMessage } from '#contract/message.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { clearSent, useDraftForm } from '../../ui/draft-form.ts';
import { TextLines } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showFailure, useRequest } from '../request.ts';
import { useSession } from '../session.tsx';
import { staffName } from '../staff-drafts.ts';
import { Ago } from './ago.tsx';

const labels = { text: 'Write to the sender' };

interface ConversationProps {
  id: string;
  source: Source<StaffMessage[]>;
  /** True if the sender is told about new messages by e-mail. */
  isMailed: boolean;
}

/** Shows the messages between staff and the sender of a submission. The sender reads them on the receipt page. */
export function Conversation({ id, source, isMailed }: ConversationProps) {
  const messages = useOptionalQuery(source) ?? [];
  const cache = useQueryCache();
  const request = useRequest();
  const { user } = useSession();
  const form = useDraftForm({
    name: staffName(user?.id ?? '', `message:${id}`),
    schema: async () => MessageDraft,
    quiet: true,
    async send(body) {
      try {
        await request('POST', source.path, { body });
        clearSent(form, body.text);
        // Ignores a failed refresh, because the message is sent.
        await cache.refresh(source.path).catch(() => {});
        return undefined;
      } catch (error) {
        showFailure(error, 'Failed to send the message', 'Your text is kept. Please try again.');
        return {};
      }
    },
  });
  return (
    <details className="conversation" open={messages.length > 0 || undefined}>
      <summary className="link">
        {messages.length === 0 ? 'Write to the sender' : `Conversation: ${messages.length}`}
      </summary>
      <ol>
        {messages.map(({ id, by, text, at }) => (
          <li key={id} data-by={by === null ? 'sender' : 'staff'}>
            <p className="meta">
              <b dir="auto">{by ?? 'The sender'}</b>
              <Ago date={at} />
            </p>
            <p className="pre-line" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <Form form={form} labels={labels}>
        <TextLines
          name="text"
          label={labels.text}
          help={`Shown on the sender’s private receipt.${isMailed ? ' They are told by e-mail that there is a message.' : ''}`}
        />
        <Button type="submit" small busy={form.sending && 'Sending...'}>
          Send message
        </Button>
      </Form>
    </details>
  );
}
