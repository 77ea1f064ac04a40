/**
 * Replaces a part of a textarea as typing does. While the textarea has the focus, the browser's own undo takes it back:
 * `insertText` is the only way to that, and where it is missing the text is replaced without it.
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
  // The caret stays where it was in the text around the change.
  const moved = (at: number) => {
    if (at <= start) return at;
    return at >= end ? at + text.length - (end - start) : start + text.length;
  };
  if (isFocused) textarea.setSelectionRange(moved(selectionStart), moved(selectionEnd));
}
