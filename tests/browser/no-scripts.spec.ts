import { expect, expectNotFoundNotice, pages, test } from './site.ts';

test.use({ javaScriptEnabled: false });

const seen: Record<string, string[]> = {
  '/': [
    'Where Innovation Takes Flight',
    'The thousandth hour',
    'Sonogram',
    'Avocet',
    'There is room',
  ],
  '/project/sonogram': ['Sonogram', 'Ten of twelve', 'Avocet', 'Visit demo'],
  '/blog': ['Field notes', 'A chart you can hear', 'Stay Updated'],
  '/blog/a-chart-you-can-hear': ['Did it work', 'The ear is very good at wrong notes'],
  '/contact': ['We typically respond within 24 hours', 'This form needs scripts', 'Message'],
  '/ideas': ['Community Ideas', 'Submitted by', 'Proposed solution'],
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
  '/nowhere': ['404 Page Not Found', 'route entry'],
};

for (const { path } of pages) {
  test(`${path} is readable with scripts off`, async ({ page, console: said }) => {
    await page.goto(path);
    if (path === '/nowhere') expectNotFoundNotice(said);
    for (const text of seen[path] ?? []) {
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
    }
    await expect(page.locator('.filter, .search, .dev .btn').filter({ visible: true })).toHaveCount(
      0,
    );
    if (path === '/') {
      await expect(page.locator('.count').first()).toHaveText(/^\d+$/);
      await page.getByRole('link', { name: 'View Details of Sonogram' }).click();
      await expect(page).toHaveURL(/\/project\/sonogram$/);
    }
  });
}

test('a filtered list arrives filtered', async ({ page }) => {
  await page.goto('/ideas?status=approved');
  const badges = page.locator('.idea .badge');
  await expect(badges.first()).toHaveText('Approved');
  expect(new Set(await badges.allTextContents())).toEqual(new Set(['Approved']));
});
