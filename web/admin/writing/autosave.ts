import { useEffect, useRef, useState } from 'react';
import type { DraftForm } from '../../ui/draft-form.ts';
import { hasChanges, type Values } from '../../ui/form-values.ts';

/** The state of the last save. `waiting`: the server did not answer, and the save will be repeated. */
export type Note =
  | { kind: 'saved'; at: string }
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'failed'; why: string };

/** The debounce delay: milliseconds from the last change to the save. */
const pause = 2000;
/** Milliseconds from the first unsaved change to the save, even if the user goes on typing. */
const longestPause = 15_000;
/** Milliseconds until a save without a response is repeated. */
const retryAfter = 5000;

/**
 * Calls `save`, debounced, while the user types. While the server does not answer, repeats the call every few seconds,
 * and at once when the browser is online again.
 */
export function useAutosave(
  form: DraftForm,
  noteKind: Note['kind'] | undefined,
  isAllowed: boolean,
  save: () => void,
): void {
  const dirtySince = useRef<number>(undefined);
  const latest = useRef(save);
  latest.current = save;
  const [tries, setTries] = useState(0);
  const isWaiting = noteKind === 'waiting';
  /**
   * The values of the last autosave. If that autosave has failed, the next one waits until the form has other values.
   */
  const lastValues = useRef<Values>(undefined);
  const isRefused = noteKind === 'failed' && !hasChanges(form.values, lastValues.current ?? {});
  const isDue = form.isDirty && isAllowed && noteKind !== 'saving' && !isRefused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the debounce
  useEffect(() => {
    if (!isDue) {
      dirtySince.current = undefined;
      return;
    }
    dirtySince.current ??= Date.now();
    const timeLeft = dirtySince.current + longestPause - Date.now();
    const wait = isWaiting ? retryAfter : Math.max(0, Math.min(pause, timeLeft));
    const timer = setTimeout(() => {
      dirtySince.current = undefined;
      lastValues.current = form.values;
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
