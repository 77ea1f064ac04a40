import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Acts } from './acts.tsx';
import { useEditing } from './editing.ts';

interface EditorProps extends Omit<Parameters<typeof useEditing<object>>[0], 'onDone'> {
  title: string;
  onClose(): void;
  size?: 'wide';
  children: ReactNode;
}

/** A dialog to create or change an entry. Closing it without Cancel or Save keeps the draft. */
export function Editor({ title, onClose, size, children, ...options }: EditorProps) {
  const editing = useEditing({ ...options, onDone: onClose });
  return (
    <Dialog title={title} onClose={onClose} {...(size && { size })}>
      <Form form={editing.form}>
        <div className="stack editor">{children}</div>
        <Acts editing={editing} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
