import { limits } from '#contract/vocabulary.ts';
import { refusalOf, send } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { showToast } from '../ui/toasts.ts';

const labels = { email: 'E-mail' };

interface FollowDialogProps {
  ideaId: string;
  onClose(): void;
}

/** Asks for the address of somebody who wants to hear what becomes of an idea. */
export default function FollowDialog({ ideaId, onClose }: FollowDialogProps) {
  const form = useDraftForm({
    name: `follow:${ideaId}`,
    schema: async () => (await import('./rules.ts')).FollowDraft,
    async send(draft) {
      try {
        await send('POST', `/api/ideas/${ideaId}/follow`, draft);
      } catch (error) {
        const { fields, error: text = 'Please try again.' } = refusalOf(error) ?? {};
        if (fields) return fields;
        showToast({ title: 'Not sent', text, tone: 'destructive' });
        return {};
      }
      showToast({
        title: 'One more step',
        text: 'If this address does not follow the idea yet, it gets a mail with a link. Open it and confirm.',
        tone: 'success',
      });
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog title="Follow it by e-mail" size="small" onClose={onClose}>
      <p>We write when its status or our answer changes. Every mail has a link that ends it.</p>
      <Form form={form} labels={labels} className="helper-form">
        <TextField
          name="email"
          type="email"
          label={labels.email}
          help="Private: only to tell you about this idea."
          limit={limits.email}
          placeholder="name@example.org"
          autoComplete="email"
        />
        <div className="acts">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.sending && 'Sending...'}>
            Send me the link
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
