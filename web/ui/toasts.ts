import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  id: number;
  title: string;
  text: string;
  tone: 'success' | 'destructive';
  act?: { label: string; run(): void };
  open: boolean;
}

/** The time in milliseconds until a dismissed toast is removed. */
const removeAfter = 1_000_000;

let current: ToastMessage | undefined;
let lastId = 0;
const changed = new EventTarget();

function set(next: ToastMessage | undefined): void {
  current = next;
  changed.dispatchEvent(new Event('toast'));
}

/** Shows a toast, which replaces the current one. */
export function showToast(toast: Omit<ToastMessage, 'id' | 'open'>): void {
  lastId += 1;
  set({ ...toast, id: lastId, open: true });
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) set(undefined);
  }, removeAfter);
}

/** Dismisses the toast on navigation, because it belongs to the previous page. */
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
