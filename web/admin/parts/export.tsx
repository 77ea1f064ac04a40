import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showFailure, useRequest } from '../request.ts';
import type { Inbox } from './inbox.ts';
import type { Submission } from './inbox-page.ts';
import { saveAs } from './save-as.ts';
import { Tip } from './tip.tsx';

const formats = [
  { view: 'csv', ending: 'csv', label: 'Table (CSV)' },
  { view: 'all', ending: 'json', label: 'Data (JSON)' },
] as const;

/** The button and dialog that download all submissions that match the filters of the list, as CSV or JSON. */
export function Export<Item extends Submission>({ inbox }: { inbox: Inbox<Item> }) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState('');
  const request = useRequest();

  async function save({ view, ending }: (typeof formats)[number]) {
    setBusy(view);
    try {
      const day = new Date().toISOString().slice(0, 10);
      const file = (await request('GET', inbox.exportPath(view), { isFile: true })) as Blob;
      saveAs(file, `${inbox.kind}s-${day}.${ending}`);
      setOpen(false);
    } catch (error) {
      showFailure(error, `Failed to export ${inbox.kind}s`, 'No file was saved. Please try again.');
    } finally {
      setBusy('');
    }
  }

  return (
    <>
      <Tip text="Export">
        <Button icon small variant="ghost" aria-label="Export" onClick={() => setOpen(true)}>
          <Download className="i" aria-hidden="true" />
        </Button>
      </Tip>
      {isOpen && (
        <Dialog title={`Export ${inbox.kind}s`} size="small" onClose={() => setOpen(false)}>
          <p>
            {inbox.filters.isFiltered
              ? 'The file has what the filter shows, all pages of it.'
              : 'The file has all of them.'}{' '}
            It holds names and addresses: keep it where others cannot read it.
          </p>
          <div className="acts">
            {formats.map((format) => (
              <Button
                key={format.view}
                busy={busy === format.view && 'Exporting...'}
                onClick={() => save(format)}
              >
                {format.label}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
