import { applicationDraft, applicationExtras, contactDraft, ideaDraft } from '../drafts.ts';
import { admin, expect, hold, isolatedTest, test } from './site.ts';
import { openSignedIn, token, unique } from './staff.ts';

test('an idea is opened, taken, decided on and closed by keyboard; "Mine" shows the idea that was taken', async ({
  page,
  request,
}) => {
  const title = `Meter ${unique()}`;
  await request.post('/api/ideas', { data: { ...ideaDraft, title: `${title} b` } });
  await request.post('/api/ideas', { data: { ...ideaDraft, title: `${title} a` } });
  await openSignedIn(page, `/admin/ideas?q=${title}`);
  await expect(page.locator('.tile dt')).toHaveText([
    'Total',
    'Pending',
    'Under Review',
    'Approved',
    'In Development',
  ]);
  const entries = page.locator('.list .entry');
  await expect(entries.first()).toContainText('Waits less than an hour');
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
  await expect(sheet.getByLabel('Owner')).toHaveValue('');
  await page.keyboard.press('m');
  await expect(sheet.getByLabel('Owner')).toHaveValue(admin.username);
  await expect(sheet.locator('.sheet-foot')).toContainText('Unsaved');
  await sheet.getByLabel('Status').selectOption('approved');
  await sheet.getByLabel('Notes').fill('Ask for the photos.');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await expect(sheet.locator('.badge').first()).toHaveText('Approved');
  await sheet.getByText('History: 3 changes').click();
  await expect(sheet).toContainText(`from nobody to ${admin.username}`);
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

  await expect(entries.filter({ hasText: chosen ?? '' })).toContainText('Yours');
  const mine = page.getByRole('button', { name: 'Mine' });
  await mine.click();
  await expect(entries.locator('h2')).toHaveText([chosen ?? '']);
  await expect(page).toHaveURL(/owner=me/);
  await page.reload();
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(entries.locator('h2')).toHaveText([chosen ?? '']);
});

test('a link opens a submission; its notes show their limit and survive the end of the session', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Avocet ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await openSignedIn(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  const notes = sheet.getByLabel('Notes');
  const save = sheet.getByRole('button', { name: 'Save status' });
  await notes.fill('x'.repeat(5001));
  await expect(sheet).toContainText('1 character over the limit of 5,000');
  await save.click();
  await expect(notes).toBeFocused();
  await expect(notes).toHaveAttribute('aria-invalid', 'true');

  await notes.fill('Do not lose this.');
  // The two patterns match the request that saves and the request that reads the list afterwards.
  await page.route('**/api/admin/ideas{?*,/*/status}', (route) =>
    route.fulfill({ status: 401, json: { error: 'Authentication required' } }),
  );
  await save.click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.locator('.toast')).toContainText('Authentication required');
  await expect(page.locator('.toast')).not.toContainText('Failed');
  expectMessage('status of 401');
  await page.unroute('**/api/admin/ideas{?*,/*/status}');
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(notes).toHaveValue('Do not lose this.');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `View ${title}` })).toBeFocused();
  await page.getByLabel('Filter by status').selectOption('rejected');
  await expect(page).toHaveURL(/status=rejected/);
  await expect(page.locator('.entry .badge').first()).toHaveText('Rejected');
});

isolatedTest(
  'the tooltip of an icon button opens after 700 ms, or at once shortly after another tooltip',
  async ({ page }) => {
    await page.clock.install();
    await openSignedIn(page, '/admin/ideas');
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

// admin-trash.spec.ts tests how an idea is deleted from its sheet, and contacts from their list.
test('an application shows what was sent, gets a status with notes, and is deleted after a confirmation', async ({
  page,
  request,
}) => {
  const fullName = `Ines ${unique()}`;
  const skills = ['SQL', 'Python', 'Go', 'Rust', 'Zig', 'C'];
  for (const data of [
    { ...applicationDraft, ...applicationExtras, skills, fullName: `Rich ${fullName}` },
    { ...applicationDraft, fullName },
  ]) {
    await request.post('/api/applications', { data });
  }
  await openSignedIn(page, `/admin/applications?q=${fullName}`);
  await expect(page.locator('.tile dt')).toHaveText(['Total', 'Pending', 'Reviewed', 'Accepted']);
  const entry = page.locator('.list .entry').filter({
    has: page.getByRole('heading', { name: fullName, exact: true }),
  });
  await expect(entry).toContainText(/Applied .+ ago/);
  const rich = page.locator('.entry', { hasText: `Rich ${fullName}` });
  await expect(rich.getByRole('listitem')).toHaveCount(5);
  await expect(rich.getByRole('listitem').last()).toContainText('+');

  await entry.getByRole('button', { name: /^View/ }).click();
  const sheet = page.getByRole('dialog', { name: fullName });
  for (const text of ['Personal information', 'Mattermost handle', 'Circles', 'Motivation']) {
    await expect(sheet).toContainText(text);
  }
  for (const term of ['Experience', 'Availability', 'Skills', 'Motivation']) {
    const part = sheet.locator('dl', { has: page.getByText(term, { exact: true }) });
    await expect(part.locator('dd')).toHaveText('N/A');
  }
  await expect(sheet.getByRole('heading', { name: 'Update Status' })).toBeVisible();
  const status = sheet.getByLabel('Status');
  await expect(status.locator('option')).toHaveText([
    'Pending',
    'Reviewed',
    'Accepted',
    'Rejected',
  ]);
  await status.selectOption('rejected');
  await sheet.getByLabel('Notes').fill('Talked on Tuesday.');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  const answer = await request.get('/api/admin/applications', {
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  const saved = await answer.json();
  expect(
    saved.find((application: { fullName: string }) => application.fullName === fullName),
  ).toMatchObject({ status: 'rejected', notes: 'Talked on Tuesday.' });

  await sheet.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete application' });
  await expect(question).toContainText(
    `Are you sure you want to delete "${fullName}"? It stays in the trash for 30 days.`,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Filter by status').selectOption('rejected');
  await expect(page.getByRole('status').first()).toContainText(/\d+ application/);
});

test('contacts are found by name, e-mail and subject; a status changes optimistically and rolls back', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  const subject = `Porto ${word}`;
  for (const data of [
    { ...contactDraft, name: `Name ${word}` },
    { ...contactDraft, email: `${word}@example.org` },
    { ...contactDraft, message: `Message ${word}` },
    { ...contactDraft, subject },
  ]) {
    await request.post('/api/contact', { data });
  }
  await openSignedIn(page, '/admin/contacts');
  const search = page.getByRole('searchbox');
  await search.fill(word);
  await expect(page.getByText('3 submission(s)')).toBeVisible();
  await expect(page.locator('.list .entry')).toHaveCount(3);
  const entry = page.locator('.list .entry', { hasText: subject });
  const select = entry.getByLabel(`Status of ${subject}`);
  const refreshList = await hold(page, '**/api/admin/contacts?*');
  await select.selectOption('replied');
  await expect(entry.locator('.badge').first()).toHaveText('Replied');
  await expect(page.locator('.toast'), 'before the new list').toContainText('Status saved');
  const refuse = await hold(page, '**/api/admin/contacts/*/status', (route) =>
    route.fulfill({ status: 500, json: { error: 'no' } }),
  );
  await select.selectOption('closed');
  await expect(entry.locator('.badge').first(), 'at once').toHaveText('Closed');
  refuse();
  await expect(entry.locator('.badge').first(), 'rolled back').toHaveText('Replied');
  await expect(page.locator('.toast')).toContainText('Failed to update status');
  refreshList();
  expectMessage('status of 500');
  await page.getByLabel('Filter by status').selectOption('replied');
  await expect(page.locator('.list .entry')).toHaveCount(1);
  await search.fill('nothing says this');
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible();
  await search.fill(word);
  await entry.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('Contact deleted');
  await expect(entry).toHaveCount(0);
});
