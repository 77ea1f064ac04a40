import { type ReactNode, useState } from 'react';
import '../../ui/zod.ts';
import type { z } from 'zod';
import { statusOf } from '../../api/client.ts';
import { refusalOf } from '../../api/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type FieldErrors, Form, useDraftForm, type Values } from '../../ui/form.tsx';
import { showFailure } from '../request.ts';
import { Conflict, Versus } from './conflict.tsx';

interface Latest {
  version: number;
  values: Values;
}

interface EditorProps {
  title: string;
  /** Names the draft that is kept in the tab: one for each thing that can be edited. */
  name: string;
  initial: Values;
  schema: z.ZodType<object>;
  toDraft(values: Values): unknown;
  /** Writes, on the version that was seen; a newer one refuses with 412. */
  save(draft: object, version: number | undefined): Promise<unknown>;
  version?: number;
  /** What is there now, as the fields would show it; asked for after a 412. */
  readLatest?(): Promise<Latest | undefined>;
  labels: Record<string, string>;
  failure: string;
  onClose(): void;
  size?: 'wide';
  children: ReactNode;
}

/** A dialog to create or change something. What was typed stays until it is saved or thrown away. */
export function Editor({
  title,
  name,
  initial,
  schema,
  toDraft,
  save,
  version,
  readLatest,
  labels,
  failure,
  onClose,
  size,
  children,
}: EditorProps) {
  const [conflict, setConflict] = useState<Latest>();
  const form = useDraftForm({
    name,
    schema: async () => schema,
    initial,
    version,
    toDraft,
    quiet: true,
    send,
  });

  async function send(draft: object): Promise<FieldErrors | undefined> {
    try {
      await save(draft, conflict?.version ?? form.version);
      // Closed meanwhile, another one may be open by now.
      if (form.ref.current) onClose();
      return undefined;
    } catch (error) {
      const latest = statusOf(error) === 412 ? await readLatest?.().catch(() => {}) : undefined;
      // Left meanwhile, there is nothing here to show it in.
      const isOpen = Boolean(form.ref.current);
      if (latest && isOpen) {
        setConflict(latest);
        return {};
      }
      const refusal = refusalOf(error);
      if (isOpen && Object.keys(refusal?.fields ?? {}).length > 0) return refusal?.fields;
      showFailure(
        error,
        failure,
        refusal?.error ?? 'What you typed is still here. Please try again.',
      );
      return {};
    }
  }

  /** Closed by a key or a stray press, what was typed is there again; thrown away it is only on purpose. */
  function cancel() {
    form.discard();
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose} {...(size && { size })}>
      <Form form={form}>
        {conflict && (
          <Conflict onTakeTheirs={cancel}>
            {Object.entries(labels).map(([field, label]) => (
              <Versus
                key={field}
                term={label}
                theirs={String(conflict.values[field] ?? '')}
                mine={String(form.values[field] ?? '')}
              />
            ))}
          </Conflict>
        )}
        <div className="stack editor">{children}</div>
        <div className="acts">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.sending && 'Saving...'}>
            {conflict ? 'Keep mine' : 'Save'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
