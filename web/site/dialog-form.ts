import type { z } from '#contract/zod.ts';
import { refusalOf } from '../api/submit.ts';
import { type DraftForm, useDraftForm } from '../ui/draft-form.ts';
import { showToast } from '../ui/toasts.ts';

interface DialogFormOptions<Draft> {
  name: string;
  schema(): Promise<z.ZodType<Draft>>;
  send(draft: Draft): Promise<unknown>;
  /** The toast after the form was sent. */
  done: { title: string; text: string };
  onClose(): void;
}

/** Manages a short form in a dialog, which closes after the form was sent. */
export const useDialogForm = <Draft>({
  send,
  done,
  onClose,
  ...options
}: DialogFormOptions<Draft>): DraftForm =>
  useDraftForm({
    ...options,
    async send(draft: Draft) {
      try {
        await send(draft);
      } catch (error) {
        const { fields, error: text = 'Please try again.' } = refusalOf(error) ?? {};
        if (fields) return fields;
        showToast({ title: 'Not sent', text, tone: 'destructive' });
        return {};
      }
      showToast({ ...done, tone: 'success' });
      onClose();
      return undefined;
    },
  });
