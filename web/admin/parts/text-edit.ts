/**
 * Replaces a part of the text in a textarea. If the textarea has the focus, the user can undo the change: only the
 * deprecated `execCommand` adds to the undo history. Otherwise, or if it fails, the change cannot be undone.
 */
export function replaceText(
  textarea: HTMLTextAreaElement,
  start: number,
  end: number,
  text: string,
): void {
  const { selectionStart, selectionEnd } = textarea;
  const isFocused = document.activeElement === textarea;
  if (isFocused) textarea.setSelectionRange(start, end);
  const command = text === '' ? 'delete' : 'insertText';
  if (!isFocused || !document.execCommand(command, false, text)) {
    textarea.setRangeText(text, start, end, 'preserve');
    textarea.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // Keeps the selection on the same characters of the surrounding text.
  const moved = (at: number) => {
    if (at <= start) return at;
    return at >= end ? at + text.length - (end - start) : start + text.length;
  };
  if (isFocused) textarea.setSelectionRange(moved(selectionStart), moved(selectionEnd));
}
