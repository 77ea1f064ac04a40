import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Acts } from './acts.tsx';
import type { Editing } from './editing.ts';

interface EditorProps {
  title: string;
  editing: Editing;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that creates or changes an entry. Closing it without Cancel or Save keeps the draft. */
export function Editor({ title, editing, onClose, children }: EditorProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={editing.form}>
        <div className="stack editor">{children}</div>
        <Acts editing={editing} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
