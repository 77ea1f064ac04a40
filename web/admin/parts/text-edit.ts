/**
 * Replaces a part of the text in a textarea. If the textarea has the focus, the user can undo the change as if it was
 * typed. Only `execCommand` can do this, although it is deprecated. Where it fails, the text is replaced without undo.
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
  // Keeps the caret at the same place in the surrounding text.
  const moved = (at: number) => {
    if (at <= start) return at;
    return at >= end ? at + text.length - (end - start) : start + text.length;
  };
  if (isFocused) textarea.setSelectionRange(moved(selectionStart), moved(selectionEnd));
}
