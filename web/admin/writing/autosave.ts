import { useEffect, useRef, useState } from 'react';
import type { DraftForm } from '../../ui/draft-form.ts';
import { differ, type Values } from '../../ui/form-values.ts';

/** The state of the last save. `waiting`: the server did not answer, and the save is tried again. */
export type Note =
  | { kind: 'saved'; at: string }
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'failed'; why: string };

/** Milliseconds after the last change until the text is saved. */
const pause = 2000;
/** Milliseconds after the first unsaved change until the text is saved, even if the user goes on typing. */
const longest = 15_000;
/** Milliseconds until a save without an answer is tried again. */
const retryAfter = 5000;

/**
 * Calls `save` while the user types, debounced. While the server does not answer, it tries again every few seconds, and
 * at once when the browser is online again.
 */
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
  /** The values of the last autosave. If the server refused them, they are not sent again until the text is changed. */
  const refused = useRef<Values>(undefined);
  const isRefused = noteKind === 'failed' && !differ(form.values, refused.current ?? {});
  const isDue = form.isDirty && isAllowed && noteKind !== 'saving' && !isRefused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the debounce
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
