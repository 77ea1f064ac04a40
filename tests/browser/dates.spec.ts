import { expect, pages, ready, isolatedTest as test } from './site.ts';

test.use({ locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati' });

test('no text of a page changes when its scripts take over, whatever the visitor’s language', async ({
  page,
  expectMessage,
}) => {
  for (const { path } of pages) {
    const html = (await (await page.goto(path))?.text()) ?? '';
    await ready(page);
    const [sent, shown] = await page.evaluate((source) => {
      // The scripts add these buttons, because copying needs a script.
      for (const button of document.querySelectorAll('.code > .copy')) button.remove();
      const textsOf = (root: Document) =>
        [...root.querySelectorAll('body > :not(script)')].map((part) => part.textContent);
      return [textsOf(new DOMParser().parseFromString(source, 'text/html')), textsOf(document)];
    }, html);
    expect(shown, path).toEqual(sent);
    if (path === '/nowhere') expectMessage('status of 404');
  }
});
