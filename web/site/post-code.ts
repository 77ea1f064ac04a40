import { type RefObject, useEffect } from 'react';

/** Adds a copy button to each code block inside the element. */
export function useCopyButtons(article: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Browsers have no clipboard API on a site without TLS.
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
  const say = (text: string) => {
    button.textContent = text;
  };
  button.type = 'button';
  button.className = 'copy';
  button.ariaLive = 'polite';
  say('Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code?.textContent ?? '').then(
      () => say('Copied'),
      () => say('Not copied'),
    );
    setTimeout(say, 2000, 'Copy');
  });
  box.append(button);
  return button;
}
