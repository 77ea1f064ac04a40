import { type RefObject, useEffect } from 'react';

/** Adds a copy button to each code block inside the element. */
export function useCopyButtons(article: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Without TLS browsers have no clipboard API.
    if (!navigator.clipboard) return;
    const buttons = [...(article.current?.querySelectorAll('.code') ?? [])].map(addButton);
    return () => {
      for (const button of buttons) button.remove();
    };
  }, [article]);
}

function addButton(box: Element): HTMLButtonElement {
  const code = box.querySelector('pre');
  const button = document.createElement('button');
  const setLabel = (text: string) => {
    button.textContent = text;
  };
  button.type = 'button';
  button.className = 'copy';
  button.ariaLive = 'polite';
  setLabel('Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code?.textContent ?? '').then(
      () => setLabel('Copied'),
      () => setLabel('Not copied'),
    );
    setTimeout(setLabel, 2000, 'Copy');
  });
  box.append(button);
  return button;
}
