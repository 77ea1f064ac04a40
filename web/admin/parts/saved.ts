import { showToast } from '../../ui/toasts.ts';

/** Says that something is saved, and which changes of somebody else were kept. */
export function showSaved(title: string, name: string, taken: string[] = []): void {
  const others = `. Somebody else had changed ${taken.join(', ')}: that is kept.`;
  showToast({ title, text: name + (taken.length > 0 ? others : ''), tone: 'success' });
}
