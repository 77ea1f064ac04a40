import type { Page } from '@playwright/test';
import type { PublicPage } from '#contract/pages.ts';
import { expect, pages, isolatedTest as test } from './site.ts';

test.use({ javaScriptEnabled: false });

const expectedTexts: Record<PublicPage | '/nowhere', string[]> = {
  '/': [
    'Where Innovation Takes Flight',
    '1,000 hours of building',
    'Sonogram',
    'Avocet',
    'From the flight log',
    'Take part',
  ],
  '/project/:id': ['Sonogram', 'Ten of twelve', 'Avocet', 'Flight log', 'Visit demo'],
  '/pods/:id': ['Bittern', 'Pod stats', 'Flight log', 'It fits on one page', 'Imprint'],
  '/blog': ['Blog: field notes', 'A chart you can hear', 'Stay Updated'],
  '/blog/:id': ['Did it work', 'The ear is very good at wrong notes'],
  '/contact': ['We typically respond within 24 hours', 'This form needs scripts', 'Message'],
  '/ideas': ['Community Ideas', 'Submitted by', 'Proposed solution'],
  '/ideas/:id': [
    'Part tracks for amateur choirs',
    'Submitted by Eluned Prosser',
    'Proposed solution',
    'Amateur choirs without an accompanist',
    'Required expertise',
  ],
  '/submit-idea': ['Problem statement', 'Pod selection', 'This form needs scripts'],
  '/join-team': ['40+', '15+', '100%', '5+', 'minimum availability of 10 hours', 'Review Circle'],
  '/workflow': [
    'Lifecycle',
    '75%',
    '25%',
    '1 hour',
    '30 minutes',
    'Product & BizDev',
    'Governance',
  ],
  '/search': ['What are you looking for?'],
  '/nowhere': ['404 Page Not Found', 'route entry'],
};

/** Asserts that the page renders its `expectedTexts`, also outside the viewport. Styles may make letters capital. */
async function expectTexts(page: Page, pattern: keyof typeof expectedTexts) {
  const text = await page.evaluate(() => {
    document.documentElement.dataset.laidOut = 'true';
    return document.body.innerText;
  });
  const rendered = text.replace(/\s+/g, ' ').toLowerCase();
  const missing = expectedTexts[pattern].filter(
    (wanted) => !rendered.includes(wanted.toLowerCase()),
  );
  expect(missing, `these texts are missing from ${pattern}`).toEqual([]);
}

test('every page is readable without scripts, and its links work', async ({
  page,
  expectMessage,
}) => {
  const expectNothingUseless = async () => {
    const useless = page.locator('.search, .dev .btn, .theme-toggle, .copy');
    await expect(useless.filter({ visible: true }), page.url()).toHaveCount(0);
  };
  for (const { pattern, path } of pages) {
    await page.goto(path);
    await expectTexts(page, pattern);
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
  await expectTexts(page, '/contact');
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
