import type { Page } from '@playwright/test';

/** Returns the texts that a line of a drawing crosses. */
export const crossings = (page: Page) =>
  page.evaluate(() => {
    const texts: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (!textContent?.trim() || !parent?.checkVisibility() || parent.closest('.sr')) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) texts.push({ text: textContent, box });
    }
    const crossed = new Set<string>();
    const lines = '.route, .climb-line path, .plate-art :is(.ph, .pf)';
    for (const line of document.querySelectorAll<SVGPathElement>(lines)) {
      const toScreen = line.getScreenCTM();
      if (!toScreen || !line.checkVisibility()) continue;
      const frame = line.ownerSVGElement as SVGSVGElement;
      const isClipped = getComputedStyle(frame).overflow !== 'visible';
      const shown = frame.getBoundingClientRect();
      const length = line.getTotalLength();
      for (let step = 0; step <= 300; step += 1) {
        const { x, y } = line.getPointAtLength((length * step) / 300).matrixTransform(toScreen);
        if (isClipped && (x < shown.left || x > shown.right)) continue;
        for (const { text, box } of texts) {
          const isInside = x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2;
          if (isInside) crossed.add(text);
        }
      }
    }
    return [...crossed];
  });
