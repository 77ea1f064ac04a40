import { type ReactNode, Suspense } from 'react';
import { statusOf } from '../../api/client.ts';
import { useQueryCache } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Gone } from './gone.tsx';

interface FetchedDialogProps {
  /** The title of the dialog that is shown while the data loads and after a failure. */
  title: string;
  size?: 'sheet';
  /** The noun for the entry, such as "pod", in the message that it does not exist. */
  kind: string;
  onClose(): void;
  children: ReactNode;
}

/** Wraps a dialog that needs data. While the data loads and after a failure, shows a dialog with a message instead. */
export function FetchedDialog({ title, size, kind, onClose, children }: FetchedDialogProps) {
  const cache = useQueryCache();
  const frame = { title, onClose, ...(size && { size }) };
  return (
    <ErrorBoundary
      fallback={(error, again) =>
        statusOf(error) === 404 ? (
          <Gone kind={kind} onClose={onClose} />
        ) : (
          <Dialog {...frame}>
            <p>What it needs could not be read.</p>
            <div className="acts">
              <Button onClick={onClose}>Cancel</Button>
              <Button
                variant="primary"
                onClick={() => {
                  cache.retry();
                  again();
                }}
              >
                Retry
              </Button>
            </div>
          </Dialog>
        )
      }
    >
      <Suspense
        fallback={
          <Dialog {...frame}>
            <p role="status">Loading</p>
          </Dialog>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
