import type { ClipboardEvent } from 'react';
import { replaceText } from '../parts/text-edit.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

/**
 * Pastes formatted text as Markdown. Leaves other text to the browser: text without formatting, code from an editor,
 * and text that is pasted with Ctrl+Shift+V.
 */
export function pasteAsMarkdown(event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  if (!(target instanceof HTMLTextAreaElement) || clipboardData.files.length > 0) return;
  const html = clipboardData.getData('text/html');
  const markdown = html && htmlToMarkdown(html);
  if (!markdown) return;
  event.preventDefault();
  replaceText(target, target.selectionStart, target.selectionEnd, markdown);
}
