import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { admin, expect, hold, isolatedTest, test } from './site.ts';
import { open, token, unique } from './staff.ts';

test('an idea by keyboard: move, open, decide, next, close', async ({ page, request }) => {
  const title = `Meter ${unique()}`;
  await request.post('/api/ideas', { data: { ...ideaDraft, title: `${title} b` } });
  await request.post('/api/ideas', { data: { ...ideaDraft, title: `${title} a` } });
  await open(page, '/admin/ideas');
  await expect(page.locator('.tile dt')).toHaveText([
    'Total',
    'Pending',
    'Under Review',
    'Approved',
    'In Development',
  ]);
  await expect(page.locator('.entry').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const selected = page.locator('.entry[data-selected] h2');
  const chosen = await selected.textContent();
  await expect(page.getByRole('button', { name: `View ${chosen}` })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: chosen ?? '' });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  for (const term of [
    'Problem statement',
    'Proposed AI-driven solution',
    'Target audience/beneficiary',
    'Expected impact/benefits',
    'Required expertise',
    'Potential MVP success metrics',
    'Dependencies/prerequisites',
  ]) {
    await expect(sheet).toContainText(term);
  }
  await sheet.getByLabel('Status').selectOption('approved');
  await sheet.getByLabel('Notes').fill('Ask for the photos.');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await expect(sheet.locator('.badge').first()).toHaveText('Approved');
  await sheet.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog').getByRole('heading').first()).not.toHaveText(chosen ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
  const saved = await (
    await request.get('/api/admin/ideas', {
      headers: { Authorization: `Bearer ${await token(request)}` },
    })
  ).json();
  expect(saved.find((idea: { title: string }) => idea.title === chosen)).toMatchObject({
    status: 'approved',
    notes: 'Ask for the photos.',
  });
});

test('a link to one submission opens it; the filter is in the address', async ({
  page,
  request,
}) => {
  const ideas = await (await request.get('/api/ideas')).json();
  await open(page, `/admin/ideas?open=${ideas.at(-1).id}`);
  await expect(page.getByRole('dialog', { name: ideas.at(-1).title })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter by status').selectOption('rejected');
  await expect(page).toHaveURL(/status=rejected/);
  await expect(page.locator('.entry .badge').first()).toHaveText('Rejected');
});

isolatedTest(
  'a button without words shows its label: after 700 ms, or at once',
  async ({ page }) => {
    await page.clock.install();
    await open(page, '/admin/ideas');
    await page.getByRole('button', { name: /^View/ }).nth(1).click();
    const sheet = page.getByRole('dialog');
    const previous = sheet.getByRole('button', { name: 'Previous' });
    const next = sheet.getByRole('button', { name: 'Next' });
    const tip = page.getByRole('tooltip');
    await expect(next).toBeVisible();
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 60_000);

    await next.hover();
    await page.clock.runFor(699);
    await expect(tip).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(tip).toHaveText('Next');
    // Within 300 ms after a tip has closed, the next tip opens immediately. Later it opens after the usual delay.
    await previous.hover();
    await page.clock.runFor(0);
    await expect(tip).toHaveText('Previous');
    await sheet.getByRole('heading').first().hover();
    await expect(tip).toHaveCount(0);
    await page.clock.runFor(300);
    await previous.hover();
    await page.clock.runFor(699);
    await expect(tip).toHaveCount(0);

    // Keyboard focus opens the tip. Escape closes the tip and leaves the dialog open.
    await sheet.getByRole('heading').first().hover();
    await page.keyboard.press('Shift+Tab');
    await expect(next).toBeFocused();
    await expect(tip).toHaveText('Next');
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
    await expect(sheet).toBeVisible();
    // A resize moves the button, so it closes the tip. From then on, Escape closes the dialog.
    await page.keyboard.press('Shift+Tab');
    await expect(tip).toHaveText('Previous');
    const escapeIsTaken = page.evaluate(
      () =>
        new Promise((resolve) => {
          const key = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
          const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve(!document.body.dispatchEvent(key));
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.setViewportSize({ width: 1000, height: 600 });
    await expect(tip).toHaveCount(0);
    expect(await escapeIsTaken).toBe(false);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  },
);

test('an application takes each status, with notes', async ({ page, request }) => {
  const fullName = `Ines ${unique()}`;
  await request.post('/api/applications', { data: { ...applicationDraft, fullName } });
  await open(page, '/admin/applications');
  const entry = page.locator('.entry', { hasText: fullName });
  await entry.getByRole('button', { name: `View ${fullName}` }).click();
  const sheet = page.getByRole('dialog', { name: fullName });
  for (const term of ['Experience', 'Availability', 'Skills', 'Motivation']) {
    const part = sheet.locator('dl', { has: page.getByText(term, { exact: true }) });
    await expect(part.locator('dd')).toHaveText('N/A');
  }
  await expect(sheet.getByRole('heading', { name: 'Update Status' })).toBeVisible();
  for (const status of ['reviewed', 'accepted', 'pending', 'rejected']) {
    const saved = page.waitForResponse('**/api/admin/applications/*/status');
    await sheet.getByLabel('Status').selectOption(status);
    await sheet.getByLabel('Notes').fill(`Talked on Tuesday: ${status}.`);
    await sheet.getByRole('button', { name: 'Save status' }).click();
    expect((await saved).status()).toBe(200);
    await expect(page.locator('.toast')).toContainText('Status saved');
  }
  await page.reload();
  await expect(sheet.getByLabel('Status')).toHaveValue('rejected');
  await expect(sheet.getByLabel('Notes')).toHaveValue('Talked on Tuesday: rejected.');
});

// admin-trash.spec.ts tests how an idea is deleted from its sheet, and contacts from their list.
test('deleting an application asks first; Cancel keeps it, from the sheet it goes', async ({
  page,
  request,
}) => {
  const name = `Ada ${unique()}`;
  await request.post('/api/applications', { data: { ...applicationDraft, fullName: name } });
  await open(page, '/admin/applications');
  const entry = page.locator('.list .entry', { hasText: name });
  const dialog = page.getByRole('dialog', { name: 'Delete application' });
  await entry.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${name}"? It stays in the trash for 30 days.`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(entry).toBeVisible();

  await entry.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entry).toHaveCount(0);
});

test('a contact’s status changes inline, at once, and rolls back where it is refused', async ({
  page,
  request,
  expectMessage,
}) => {
  const subject = `Porto ${unique()}`;
  await request.post('/api/contact', { data: { ...contactDraft, subject } });
  await open(page, '/admin/contacts');
  await page.getByRole('searchbox').fill(subject);
  await expect(page.getByText('1 submission(s)')).toBeVisible();
  const entry = page.locator('.list .entry', { hasText: subject });
  const select = entry.getByLabel(`Status of ${subject}`);
  await select.selectOption('replied');
  await expect(entry.locator('.badge').first()).toHaveText('Replied');
  const refuse = await hold(page, '**/api/admin/contacts/*/status', (route) =>
    route.fulfill({ status: 500, json: { error: 'no' } }),
  );
  await select.selectOption('closed');
  await expect(entry.locator('.badge').first(), 'at once').toHaveText('Closed');
  refuse();
  await expect(entry.locator('.badge').first(), 'rolled back').toHaveText('Replied');
  await expect(page.locator('.toast')).toContainText('Failed to update status');
  expectMessage('status of 500');
  await page.getByRole('searchbox').fill('nothing says this');
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible();
  await page.getByRole('searchbox').fill(subject);
  await entry.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(entry).toHaveCount(0);
});

test('a review whose session ends keeps what was typed', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Skua ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await open(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByLabel('Notes').fill('Do not lose this.');
  // The two patterns match the request that saves and the request that reads the list afterwards.
  await page.route('**/api/admin/ideas{?*,/*/status}', (route) =>
    route.fulfill({ status: 401, json: { error: 'Authentication required' } }),
  );
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.locator('.toast')).toContainText('Authentication required');
  await expect(page.locator('.toast')).not.toContainText('Failed');
  expectMessage('status of 401');
  await page.unroute('**/api/admin/ideas{?*,/*/status}');
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(sheet.getByLabel('Notes')).toHaveValue('Do not lose this.');
});

test('with a filter on, the next one is at hand after a decision', async ({ page, request }) => {
  for (const letter of ['a', 'b', 'c']) {
    await request.post('/api/ideas', {
      data: { ...ideaDraft, title: `Auk ${letter} ${unique()}` },
    });
  }
  await open(page, '/admin/ideas?status=pending');
  await expect(page.locator('.entry').first()).toBeVisible();
  const names = await page.locator('.entry h2').allTextContents();
  await page.getByRole('button', { name: `View ${names[1]}` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Status').selectOption('under_review');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await sheet.getByRole('button', { name: 'Next' }).click();
  await expect(sheet.getByRole('heading', { name: names[2] ?? '' })).toBeVisible();
});

test('notes show their limit before it is hit', async ({ page, request }) => {
  const ideas = await (await request.get('/api/ideas')).json();
  await open(page, `/admin/ideas?open=${ideas[0].id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Notes').fill('x'.repeat(5001));
  await expect(sheet).toContainText('1 character over the limit of 5,000');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(sheet.getByLabel('Notes')).toBeFocused();
  await expect(sheet.getByLabel('Notes')).toHaveAttribute('aria-invalid', 'true');
});
