import type { Route } from '@playwright/test';
import { contactDraft, ideaDraft, podDraft } from '../drafts.ts';
import { expect, test } from './site.ts';
import { create, open, unique } from './staff.ts';

/** The staff lists of applications, ideas and messages. */

test('applications show what was sent', async ({ page }) => {
  await open(page, '/admin/applications');
  await expect(page.locator('.tile dt')).toHaveText(['Total', 'Pending', 'Reviewed', 'Accepted']);
  await expect(page.locator('.entry').first()).toContainText(/Applied .+ ago/);
  const rich = page.locator('.entry', { hasText: '+' }).first();
  await expect(rich.getByRole('listitem')).toHaveCount(5);
  await rich.getByRole('button', { name: /^View/ }).click();
  const sheet = page.getByRole('dialog');
  for (const text of ['Personal information', 'Mattermost handle', 'Circles', 'Motivation']) {
    await expect(sheet).toContainText(text);
  }
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter by status').selectOption('rejected');
  await expect(page.getByRole('status').first()).toContainText(/\d+ application/);
});

test('empty inboxes say so, and a failure can be retried', async ({ page, expectMessage }) => {
  for (const [path, text] of [
    ['applications', 'No applications found'],
    ['ideas', 'No idea submissions found'],
    ['contacts', 'Contact form submissions will appear here when users submit the contact form.'],
  ] as const) {
    const json = { items: [], total: 0, counts: {}, isAtLeast: false, hasMore: false };
    await page.route(`**/api/admin/${path}?*`, (route) => route.fulfill({ json }));
    await open(page, `/admin/${path}`);
    await expect(page.getByText(text)).toBeVisible();
    await page.unroute(`**/api/admin/${path}?*`);
  }
  await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/admin/users');
  await expect(page.getByText('Failed to fetch users')).toBeVisible();
  expectMessage('status of 500', '500: no');
  await page.unroute('**/api/admin/users');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.entry').first()).toBeVisible();
});

test('inboxes that cannot be fetched say so', async ({ page, expectMessage }) => {
  const noAnswer = (route: Route) => route.fulfill({ status: 500, body: 'no' });
  await open(page, '/admin');
  for (const [link, kind, failure] of [
    ['Applications', 'applications', 'Failed to fetch applications'],
    ['Ideas', 'ideas', 'Failed to fetch idea submissions'],
    ['Contacts', 'contacts', 'Failed to fetch contacts'],
  ] as const) {
    await page.route(`**/api/admin/${kind}?*`, noAnswer);
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByText(failure, { exact: true })).toBeVisible();
  }
  expectMessage('status of 500', '500: no');
});

test('the list is there also where what is held back cannot be fetched', async ({
  page,
  expectMessage,
}) => {
  await page.route('**/api/admin/quarantine', (route) =>
    route.fulfill({ status: 500, body: 'no' }),
  );
  await open(page, '/admin/ideas');
  const failure = page.getByText('Failed to fetch what is held back');
  await expect(failure).toBeVisible();
  await expect(page.locator('.list .entry').first()).toBeVisible();
  await page.unroute('**/api/admin/quarantine');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.locator('.list .entry').first()).toBeVisible();
  expectMessage('status of 500', '500: no');
});

test('contacts are found by name, e-mail and subject, and by status', async ({ page, request }) => {
  const word = unique();
  for (const data of [
    { ...contactDraft, name: `Name ${word}` },
    { ...contactDraft, email: `${word}@example.org` },
    { ...contactDraft, subject: `Subject ${word}` },
    { ...contactDraft, message: `Message ${word}` },
  ]) {
    await request.post('/api/contact', { data });
  }
  await open(page, '/admin/contacts');
  await page.getByRole('searchbox').fill(word);
  const entries = page.locator('.list .entry');
  await expect(entries).toHaveCount(3);
  await entries
    .first()
    .getByLabel(/Status/)
    .selectOption('replied');
  await page.getByLabel('Filter by status').selectOption('replied');
  await expect(entries).toHaveCount(1);
});

test('long texts are cut: two lines of a problem, three of a message, two of a description', async ({
  page,
  request,
}) => {
  const long = 'words that go on and on '.repeat(60);
  const word = unique();
  await request.post('/api/ideas', {
    data: { ...ideaDraft, title: `Long ${word}`, problemStatement: long },
  });
  await request.post('/api/contact', {
    data: { ...contactDraft, subject: `Long ${word}`, message: long },
  });
  await create(request, 'pods', { ...podDraft, name: `Long ${word}`, description: long });
  for (const [path, text, lines] of [
    ['ideas', '.entry .clamp2', 2],
    ['contacts', '.entry .clamp3', 3],
    ['pods', '.admin-card .clamp2', 2],
  ] as const) {
    await open(page, `/admin/${path}`);
    const shown = await page
      .locator(text)
      .first()
      .evaluate((element) => {
        const { lineHeight } = getComputedStyle(element);
        return element.getBoundingClientRect().height / Number.parseFloat(lineHeight);
      });
    expect(Math.round(shown * 10) / 10, path).toBe(lines);
  }
});

test('the keyboard has a place after a deletion, and a filter that is unknown shows all', async ({
  page,
  request,
}) => {
  const title = `Crake ${unique()}`;
  await request.post('/api/ideas', { data: { ...ideaDraft, title } });
  await open(page, '/admin/ideas?status=nonsense');
  await expect(page.getByLabel('Filter by status')).toHaveValue('');
  await expect(page.locator('.list h2').first()).toHaveText(title);
  const next = await page.locator('.list h2').nth(1).textContent();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `View ${next}` })).toBeFocused();
});
