import { limits } from '#contract/vocabulary.ts';
import { send } from '../api/submit.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useDialogForm } from './dialog-form.ts';

const labels = { name: 'Your name', email: 'E-mail' };

interface HelperDialogProps {
  path: string;
  /** The secret of this browser. The server adds the contact details to the press with this secret. */
  browser: string;
  onClose(): void;
}

/** Asks for the name and e-mail address of a visitor who pressed "I can help". The press is counted already. */
export default function HelperDialog({ path, browser, onClose }: HelperDialogProps) {
  const form = useDialogForm({
    name: `helper:${path}`,
    schema: async () => (await import('./rules.ts')).HelperDetails,
    send: (details) =>
      send('PUT', path, { kind: 'can-help', browser, isPressed: true, ...details }),
    done: { title: 'Thank you!', text: 'The lab can see how to reach you.' },
    onClose,
  });
  return (
    <Dialog title="How can we reach you?" size="small" onClose={onClose}>
      <p>
        Your offer is counted. Only the lab’s staff see what you write here, and you can leave it
        empty.
      </p>
      <Form form={form} labels={labels} className="helper-form">
        <TextField name="name" label={labels.name} autoComplete="name" optional />
        <TextField
          name="email"
          type="email"
          label={labels.email}
          limit={limits.email}
          placeholder="name@example.org"
          autoComplete="email"
          optional
        />
        <div className="acts">
          <Button onClick={onClose}>Stay anonymous</Button>
          <Button type="submit" variant="primary" busy={form.sending && 'Sending...'}>
            Send to the lab
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
