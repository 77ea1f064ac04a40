import { type ReactNode, useState } from 'react';
import '../../ui/zod.ts';
import type { z } from 'zod';
import { statusOf } from '../../api/client.ts';
import { refusalOf } from '../../api/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type FieldErrors, Form, useDraftForm, type Values } from '../../ui/form.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Versus } from './review.tsx';

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
  readLatest?(): Promise<{ version: number; values: Values } | undefined>;
  labels: Record<string, string>;
  failure: string;
  onClose(): void;
  size?: 'wide';
  children: ReactNode;
}

interface Conflict {
  version: number;
  values: Values;
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
  const [conflict, setConflict] = useState<Conflict>();
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
      onClose();
      return undefined;
    } catch (error) {
      if (statusOf(error) === 412) {
        setConflict(await readLatest?.());
        return {};
      }
      const refusal = refusalOf(error);
      if (refusal?.fields && Object.keys(refusal.fields).length > 0) return refusal.fields;
      showToast({
        title: failure,
        text: refusal?.error ?? 'What you typed is still here. Please try again.',
        tone: 'destructive',
      });
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
          <ConflictPanel
            mine={form.values}
            theirs={conflict.values}
            labels={labels}
            onTakeTheirs={cancel}
          />
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

interface ConflictPanelProps {
  mine: Values;
  theirs: Values;
  labels: Record<string, string>;
  onTakeTheirs(): void;
}

/** Nothing is overwritten silently: what differs stands side by side, and a person decides. */
function ConflictPanel({ mine, theirs, labels, onTakeTheirs }: ConflictPanelProps) {
  return (
    <div className="alert conflict" role="alert">
      <b>Somebody has changed this in the meantime</b>
      <p>Keep mine saves what you see below over it. Take theirs throws your changes away.</p>
      <dl>
        {Object.entries(labels).map(([field, label]) => (
          <Versus
            key={field}
            term={label}
            theirs={String(theirs[field] ?? '')}
            mine={String(mine[field] ?? '')}
          />
        ))}
      </dl>
      <Button small onClick={onTakeTheirs}>
        Take theirs
      </Button>
    </div>
  );
}
