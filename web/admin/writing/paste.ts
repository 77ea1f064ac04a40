import type { ClipboardEvent } from 'react';
import { htmlToMarkdown } from './html-to-markdown.ts';

/**
 * Pastes formatted text as Markdown. Text that was copied without a format, or is pasted by Ctrl+Shift+V, has no HTML in
 * the clipboard, and the browser pastes it itself.
 */
export function pasteMarkdown(event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  if (!(target instanceof HTMLTextAreaElement) || clipboardData.files.length > 0) return;
  const html = clipboardData.getData('text/html');
  const markdown = html && htmlToMarkdown(html);
  if (!markdown) return;
  event.preventDefault();
  insertText(target, markdown);
}

/**
 * Replaces the selection. `execCommand` is deprecated, but it is the one way that leaves Undo to the browser; where it is
 * missing, `setRangeText` does the same without Undo.
 */
function insertText(textarea: HTMLTextAreaElement, text: string): void {
  if (document.execCommand('insertText', false, text)) return;
  textarea.setRangeText(text, textarea.selectionStart, textarea.selectionEnd, 'end');
  textarea.dispatchEvent(new Event('input', { bubbles: true }));
}
