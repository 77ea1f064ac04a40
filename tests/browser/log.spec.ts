import type { Page } from '@playwright/test';
import { expect, expectToFit, resize, test, waitForHydration } from './site.ts';

/** The flight log on the public pages. */

test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

test('home, pods and projects show the flight log and its gauge; older entries need no scripts', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  const news = page.locator('#pods .log-news > li');
  await expect(news).toHaveCount(3);
  await expect(news.first()).toContainText('13 Nov 2026');
  await expect(news.first()).toContainText('eleven phones for the winter');
  // Uses a key: cards get their real heights only near the screen, so the link may move away from the pointer.
  await news.first().getByRole('link', { name: 'Dipper' }).press('Enter');
  await expect(page).toHaveURL(/\/pods\/dipper#log$/);
  await expect(page.getByRole('heading', { name: 'Flight log' })).toBeInViewport();

  const log = page.getByRole('region', { name: 'Flight log' });
  const entries = log.getByRole('listitem');
  await expect(entries).toHaveCount(6);
  await expect(entries.locator('.log-meta').first()).toHaveText('13 Nov 20262 h, extended phase');
  const gauge = page.getByRole('region', { name: 'Hours spent' });
  await expect(gauge.getByRole('term')).toHaveText(['MVP phase', 'Extended phase']);
  await expect(gauge.getByRole('definition')).toHaveText(['50 of 50 h', '38 of 50 h']);
  await expect(gauge).not.toContainText('over');
  for (const width of [390, 320]) {
    await resize(page, width, 844);
    await expectToFit(page);
  }

  await page.getByRole('link', { name: 'Kick Sample' }).first().click();
  await expect(page).toHaveURL(/\/project\/kick-sample$/);
  await expect(entries).toHaveCount(3);
  await expect(gauge).toContainText('38 of 50 h');
  await log.getByRole('link', { name: 'The whole log of Dipper' }).click();
  await expect(page).toHaveURL(/\/pods\/dipper#log$/);
  await expect(entries).toHaveCount(6);

  const newest = await sentLog(page, '/pods/dipper');
  expect(Object.keys(newest.links)).toEqual(['Older entries']);
  const older = await sentLog(page, newest.links['Older entries'] ?? '');
  expect(older.entries).toBe(5);
  expect(older.text).toContain('Licences first');
  expect(older.gauge, 'of the whole log').toContain('38 of 50 h');
  expect(Object.keys(older.links)).toEqual(['Newest entries']);
  expect(await sentLog(page, older.links['Newest entries'] ?? '')).toEqual(newest);
  expect(newest.entries).toBe(6);
});

/** Returns the log of a pod in the document that the server sends. */
const sentLog = (page: Page, address: string) =>
  page.evaluate(async (from) => {
    const html = await (await fetch(from)).text();
    const sent = new DOMParser().parseFromString(html, 'text/html');
    const log = sent.querySelector('#log');
    const links = [...(log?.querySelectorAll('nav a') ?? [])].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    return {
      entries: log?.querySelectorAll('li').length,
      text: log?.textContent,
      gauge: sent.querySelector('.fuel')?.textContent,
      links: Object.fromEntries(links) as Record<string, string>,
    };
  }, address);
