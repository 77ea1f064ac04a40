import { useEffect, useRef, useState } from 'react';
import type { DraftForm } from '../../ui/draft-form.ts';
import { differ, type Values } from '../../ui/form-values.ts';

/** Says how far the text is saved. */
export type Note =
  | { kind: 'saved'; at: string }
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'failed'; why: string };

/** Milliseconds without a key after which the text is saved, and after which it is saved while somebody types on. */
const pause = 2000;
const longest = 15_000;
const retryAfter = 5000;

/** Saves while somebody types. Where the server cannot be reached, it tries again, at once when the network is back. */
export function useAutosave(
  form: DraftForm,
  noteKind: Note['kind'] | undefined,
  isAllowed: boolean,
  save: () => void,
): void {
  const since = useRef<number>(undefined);
  const latest = useRef(save);
  latest.current = save;
  const [tries, setTries] = useState(0);
  const isWaiting = noteKind === 'waiting';
  /** A text that was refused is sent again once it is changed. */
  const refused = useRef<Values>(undefined);
  const isRefused = noteKind === 'failed' && !differ(form.values, refused.current ?? {});
  const isDue = form.isDirty && isAllowed && noteKind !== 'saving' && !isRefused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text begins the pause again
  useEffect(() => {
    if (!isDue) {
      since.current = undefined;
      return;
    }
    since.current ??= Date.now();
    const left = since.current + longest - Date.now();
    const wait = isWaiting ? retryAfter : Math.max(0, Math.min(pause, left));
    const timer = setTimeout(() => {
      since.current = undefined;
      refused.current = form.values;
      setTries((count) => count + 1);
      latest.current();
    }, wait);
    return () => clearTimeout(timer);
  }, [form.values, isDue, isWaiting, tries]);

  useEffect(() => {
    if (!isWaiting) return;
    const again = () => latest.current();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isWaiting]);
}
