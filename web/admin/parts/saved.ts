import { showToast, type ToastMessage } from '../../ui/toasts.ts';

/** Says that something is saved, and which changes of somebody else were kept. */
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
