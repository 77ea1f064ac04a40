import type { ClipboardEvent } from 'react';
import { replaceText } from '../parts/text-edit.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

/**
 * Pastes formatted text as Markdown. Without HTML in the event, the browser itself pastes the text: then it was copied
 * without formatting, or is pasted with Ctrl+Shift+V.
 */
export function pasteMarkdown(event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  if (!(target instanceof HTMLTextAreaElement) || clipboardData.files.length > 0) return;
  const html = clipboardData.getData('text/html');
  const markdown = html && htmlToMarkdown(html);
  if (!markdown) return;
  event.preventDefault();
  replaceText(target, target.selectionStart, target.selectionEnd, markdown);
}
