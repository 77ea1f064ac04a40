import { showToast, type ToastMessage } from '../../ui/toasts.ts';

/** Shows a toast after a success. `taken` has the labels of the fields that were taken over from another user. */
export function showSaved(
  title: string,
  name: string,
  taken: string[] = [],
  act?: ToastMessage['act'],
): void {
  const others = `. Somebody else had changed ${taken.join(', ')}: that is kept.`;
  const text = name + (taken.length > 0 ? others : '');
  showToast({ title, text, tone: 'success', ...(act && { act }) });
}
