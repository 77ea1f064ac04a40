import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  id: number;
  title: string;
  text: string;
  tone: 'success' | 'destructive';
  /** An action button in the toast. */
  act?: { label: string; run(): void };
  open: boolean;
}

/** Milliseconds until a dismissed toast is removed. */
const removeAfter = 1_000_000;

let current: ToastMessage | undefined;
let last = 0;
const changed = new EventTarget();

function set(next: ToastMessage | undefined): void {
  current = next;
  changed.dispatchEvent(new Event('toast'));
}

/** Shows a toast. It replaces the current toast, because at most one is visible. */
export function showToast(toast: Omit<ToastMessage, 'id' | 'open'>): void {
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

/** Dismisses the toast on navigation, because it belongs to the page that it was shown on. */
export function dismissCurrentToast(): void {
  if (current) dismissToast(current.id);
}

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
