import { Button } from '../../ui/button.tsx';

interface UploadProgressProps {
  name: string;
  /** The fraction of the file that is sent, from 0 to 1. Undefined while the upload waits for an earlier one. */
  part: number | undefined;
  onCancel(): void;
}

/** Shows the progress of an upload: first the percentage that is sent, then that the server prepares the picture. */
export function UploadProgress({ name, part, onCancel }: UploadProgressProps) {
  const percent = Math.floor((part ?? 0) * 100);
  const isSent = part === 1;
  return (
    <div className="upload">
      <span className="upload-name" dir="auto">
        {name}
      </span>
      <progress aria-label={`Upload of ${name}`} max={100} value={isSent ? undefined : percent} />
      <span className="help">
        {part === undefined ? 'Waiting' : isSent ? 'Preparing…' : `${percent}%`}
      </span>
      <Button small variant="ghost" aria-label={`Cancel the upload of ${name}`} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
