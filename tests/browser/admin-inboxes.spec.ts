import { contactDraft, ideaDraft, podDraft } from '../drafts.ts';
import { expect, test } from './site.ts';
import { create, openSignedIn, unique } from './staff.ts';

/** The staff lists of submissions and users: failed requests, empty lists, filters, long texts and deletions. */

test('lists that cannot be fetched say so, Retry fetches them, and empty inboxes say so', async ({
  page,
  expectMessage,
}) => {
  expectMessage('status of 500', '500: no');
  await openSignedIn(page, '/admin');
  for (const [kind, link, failure, empty] of [
    ['applications', 'Applications', 'Failed to fetch applications', 'No applications found'],
    ['ideas', 'Ideas', 'Failed to fetch idea submissions', 'No idea submissions found'],
    [
      'contacts',
      'Contacts',
      'Failed to fetch contacts',
      'Contact form submissions will appear here when users submit the contact form.',
    ],
  ] as const) {
    const list = `**/api/admin/${kind}?*`;
    await page.route(list, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByText(failure, { exact: true })).toBeVisible();
    await page.unroute(list);
    const json = { items: [], total: 0, counts: {}, isAtLeast: false, hasMore: false };
    await page.route(list, (route) => route.fulfill({ json }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(empty)).toBeVisible();
    await page.unroute(list);
  }
  await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByText('Failed to fetch users')).toBeVisible();
  await page.unroute('**/api/admin/users');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.entry').first()).toBeVisible();

  await page.route('**/api/admin/quarantine', (route) =>
    route.fulfill({ status: 500, body: 'no' }),
  );
  await page.goto('/admin/ideas');
  const failure = page.getByText('Failed to fetch what is held back');
  await expect(failure).toBeVisible();
  await expect(page.locator('.list .entry').first(), 'the list is there').toBeVisible();
  await page.unroute('**/api/admin/quarantine');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.locator('.list .entry').first()).toBeVisible();
});

test('an unknown filter shows all, long texts are clamped, and a deletion moves the focus to the next row', async ({
  page,
  request,
}) => {
  const long = 'words that go on and on '.repeat(60);
  const title = `Long ${unique()}`;
  await request.post('/api/ideas', { data: { ...ideaDraft, title, problemStatement: long } });
  await request.post('/api/contact', { data: { ...contactDraft, subject: title, message: long } });
  await create(request, 'pods', { ...podDraft, name: title, description: long });
  await openSignedIn(page, '/admin/ideas?status=nonsense');
  await expect(page.getByLabel('Filter by status')).toHaveValue('');
  await expect(page.locator('.list h2').first()).toHaveText(title);
  for (const [path, text, lines] of [
    ['contacts', '.entry .clamp3', 3],
    ['pods', '.admin-card .clamp2', 2],
    ['ideas', '.entry .clamp2', 2],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', `/admin/${to}`), path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(path, 'i'));
    const shown = await page
      .locator(text, { hasText: long.trim() })
      .first()
      .evaluate((element) => {
        const { lineHeight } = getComputedStyle(element);
        return element.getBoundingClientRect().height / Number.parseFloat(lineHeight);
      });
    expect(Math.round(shown * 10) / 10, path).toBe(lines);
  }

  const next = await page.locator('.list h2').nth(1).textContent();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `View ${next}` })).toBeFocused();
});
