import type { Page } from '@playwright/test';
import { expect, pages, isolatedTest as test } from './site.ts';

test.use({ javaScriptEnabled: false });

/** Asserts that the page renders these texts, also outside the viewport. Ignores case, which styles may change. */
async function expectTexts(page: Page, texts: string[]) {
  const text = await page.evaluate(() => {
    document.documentElement.dataset.laidOut = 'true';
    return document.body.innerText;
  });
  const rendered = text.replace(/\s+/g, ' ').toLowerCase();
  const missing = texts.filter((wanted) => !rendered.includes(wanted.toLowerCase()));
  expect(missing, `these texts are missing from ${page.url()}`).toEqual([]);
}

test('every page is readable without scripts, and its links work', async ({
  page,
  expectMessage,
}) => {
  const expectNothingUseless = async () => {
    const useless = page.locator('.search, .dev .btn, .theme-toggle, .copy');
    await expect(useless.filter({ visible: true }), page.url()).toHaveCount(0);
  };
  for (const { path, texts } of pages) {
    await page.goto(path);
    await expectTexts(page, texts);
    await expectNothingUseless();
  }
  expectMessage('status of 404');

  await page.goto('/');
  await expect(page.locator('.count').first()).toHaveText(/^\d+$/);
  await page.getByRole('link', { name: 'View Details of Sonogram' }).click();
  await expect(page).toHaveURL(/\/project\/sonogram$/);

  await page.goto('/ideas');
  await page.getByRole('group', { name: 'Status' }).getByRole('link', { name: 'Approved' }).click();
  const badges = page.locator('.idea .badge');
  await expect(badges.first()).toHaveText('Approved');
  expect(new Set(await badges.allTextContents())).toEqual(new Set(['Approved']));

  await page.goto('/blog/how-many-examples-before-you-believe-it');
  await expectNothingUseless();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { name: 'The card' })).toBeInViewport();
  await page.getByRole('complementary').getByRole('link', { name: 'statistics' }).click();
  await expect(page.locator('.post h3')).toHaveText(['How many examples before you believe it']);
  await expectNothingUseless();
});

test('Enter keeps a form as it is, menus lead to pages, and staff area and receipts say they need scripts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await expect(page.getByText('This form needs scripts')).toBeVisible();
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Subject').press('Enter');
  await expect(page.getByLabel('Subject')).toHaveValue('A question');
  await expect(page).toHaveURL(/\/contact$/);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);

  for (const path of ['/admin', '/admin/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'The staff area needs scripts' })).toBeVisible();
    await expect(page.getByText('Restoring your session')).toBeHidden();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await page.goto(`/receipt/${'a'.repeat(40)}`);
  await expect(page.getByRole('heading', { name: 'Your receipt needs scripts' })).toBeVisible();
});
