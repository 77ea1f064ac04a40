import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  id: number;
  title: string;
  text: string;
  tone: 'success' | 'destructive';
  open: boolean;
}

/** A dismissed toast is kept this long before it is forgotten. */
const removeAfter = 1_000_000;

let current: ToastMessage | undefined;
let last = 0;
const changed = new EventTarget();

function set(next: ToastMessage | undefined): void {
  current = next;
  changed.dispatchEvent(new Event('toast'));
}

/** At most one is visible: a new one takes the place of the one before. */
export function showToast(toast: Pick<ToastMessage, 'title' | 'text' | 'tone'>): void {
  last += 1;
  set({ ...toast, id: last, open: true });
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) set(undefined);
  }, removeAfter);
}

/** A modal dialog covers everything else, and makes it deaf: while one is open a toast belongs inside it. */
export const toastPlace = (): Element =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

function listen(notify: () => void): () => void {
  changed.addEventListener('toast', notify);
  return () => changed.removeEventListener('toast', notify);
}

export const useToast = () =>
  useSyncExternalStore(
    listen,
    () => current,
    () => undefined,
  );
