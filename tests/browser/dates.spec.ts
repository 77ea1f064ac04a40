import type { Page } from '@playwright/test';
import { expect, ready, test } from './site.ts';

const dates = (page: Page) =>
  page.locator('time[datetime]').evaluateAll((times) => times.map((time) => time.textContent));

/** As the browser writes them in the language, or as the server did. */
const inLanguage = (page: Page, language: string) =>
  page.locator('time[datetime]').evaluateAll(
    (times, language) =>
      times.map((time) => {
        const isDay = /\d.*\d{4}/.test(time.textContent ?? '');
        return new Intl.DateTimeFormat(language, {
          day: isDay ? 'numeric' : undefined,
          month: 'short',
          year: 'numeric',
          timeZone: 'UTC',
        }).format(new Date((time as HTMLTimeElement).dateTime));
      }),
    language,
  );

for (const locale of ['en-US', 'de-DE']) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`dates are in the visitor’s language, ${locale}`, async ({ page }) => {
      await page.goto('/blog');
      await ready(page);
      const expected = await inLanguage(page, locale);
      expect(expected.length).toBeGreaterThan(5);
      expect(expected).not.toEqual(await inLanguage(page, 'en-GB'));
      await expect.poll(() => dates(page)).toEqual(expected);
      await page.goto('/');
      await ready(page);
      await expect.poll(() => dates(page)).toEqual(await inLanguage(page, locale));
    });
  });
}

test('a language that the browser names and does not know leaves the dates as they came', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { value: 'en-US@posix' });
  });
  await page.goto('/blog');
  const expected = await inLanguage(page, 'en-GB');
  await ready(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestIdleCallback(() => requestIdleCallback(() => resolve())),
      ),
  );
  expect(await dates(page)).toEqual(expected);
});
