import { limits } from '#contract/vocabulary.ts';
import { send } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useDialogForm } from './dialog-form.ts';

const labels = { email: 'E-mail' };

interface FollowDialogProps {
  ideaId: string;
  onClose(): void;
}

export default function FollowDialog({ ideaId, onClose }: FollowDialogProps) {
  const form = useDialogForm({
    name: `follow:${ideaId}`,
    schema: async () => (await import('./rules.ts')).FollowDraft,
    send: (draft) => send('POST', `/api/ideas/${ideaId}/follow`, draft),
    done: {
      title: 'One more step',
      text: 'If this address does not follow the idea yet, it gets a mail with a link. Open it and confirm.',
    },
    onClose,
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
