import { Keyboard } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { statusLabel } from '../../ui/status-badge.tsx';
import { Tip } from './tip.tsx';

/** A dialog with the keyboard shortcuts. A button and the key "?" open it. */
export function KeysHelp({ statuses }: { statuses: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest('input:not([type=checkbox]), textarea, select'))
        return;
      event.preventDefault();
      setOpen(true);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const shortcuts = [
    { keys: ['j', 'k'], text: 'Next and previous, in the list and in the sheet' },
    { keys: ['Enter'], text: 'Open the current row of the list' },
    { keys: ['x'], text: 'Choose the current row or undo that; with Shift, all rows up to it' },
    { keys: ['/'], text: 'Search the list' },
    ...statuses.map((status, at) => ({
      keys: [String(at + 1)],
      text: `In the sheet: ${statusLabel(status)}`,
    })),
    { keys: ['m'], text: 'In the sheet: become the owner' },
    { keys: ['n'], text: 'In the sheet: write notes' },
    { keys: ['Ctrl or ⌘', 'Enter'], text: 'In the sheet: save, and go on to the next' },
    { keys: ['Esc'], text: 'Close the sheet; in the list, choose no rows' },
    { keys: ['?'], text: 'Show these keys' },
  ];
  return (
    <>
      <Tip text="Keys">
        <Button icon small variant="ghost" aria-label="Keys" onClick={() => setOpen(true)}>
          <Keyboard className="i" aria-hidden="true" />
        </Button>
      </Tip>
      {isOpen && (
        <Dialog title="Keys" size="small" onClose={() => setOpen(false)}>
          <dl className="keys">
            {shortcuts.map(({ keys, text }) => (
              <div key={text}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
