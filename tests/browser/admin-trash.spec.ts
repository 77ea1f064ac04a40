import { contactDraft, ideaDraft } from '../drafts.ts';
import { expect, expectFineInBothThemes, test } from './site.ts';
import { openSignedIn, unique } from './staff.ts';

/** History, trash and Undo: what staff do is recorded and can be undone. */

test('the history and the dashboard say who did what, and a deletion is undone by the toast, by keyboard', async ({
  page,
  request,
}) => {
  const title = `Kite ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await openSignedIn(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  await expect(sheet.getByLabel('Answer')).toHaveValue('');
  await expect(sheet.locator('.history')).toHaveCount(0);
  await sheet.getByLabel('Status').selectOption('approved');
  await expect(sheet).toContainText('The sender would like to know why.');
  await sheet.getByLabel('Answer').fill('A kite needs wind.');
  await expect(sheet).not.toContainText('The sender would like to know why.');
  await sheet.getByLabel('Notes').fill('Kept through the trash');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await expect(sheet.locator('.field:has([name=answer])')).toContainText(/admin, \d+ seconds? ago/);
  await sheet.locator('.history summary').click();
  await expect(sheet.locator('.history li')).toHaveText([
    /^admin wrote the public answer, \d+ seconds? ago.*A kite needs wind\.$/,
    /^admin wrote notes, \d+ seconds? ago.*Kept through the trash$/,
    /^admin set the status to Approved \(was Pending\), \d+ seconds? ago$/,
  ]);
  const html = await (await request.get(`/ideas?status=approved&q=${title}`)).text();
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Our answerA kite needs wind.');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const change = page
    .locator('.activity li')
    .filter({ hasText: `admin changed the public answer: ${title}` });
  await change.getByRole('link', { name: title }).click();
  await expect(sheet).toBeVisible();

  await sheet.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete idea' });
  await expect(question).toContainText(`Are you sure you want to delete "${title}"?`);
  await expect(question).toContainText('It stays in the trash for 30 days.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('Idea deleted');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.locator('.toast')).toContainText('Restored');
  await page.getByRole('button', { name: `View ${title}` }).click();
  await expect(sheet.getByLabel('Notes')).toHaveValue('Kept through the trash');
});

test('the trash is below the list: restore and delete for ever', async ({ page, request }) => {
  const name = `Tern ${unique()}`;
  const subjects = [`${name} one`, `${name} two`] as const;
  for (const subject of subjects) {
    await request.post('/api/contact', { data: { ...contactDraft, subject } });
  }
  await openSignedIn(page, `/admin/contacts?q=${name}`);
  for (const subject of subjects) {
    await page.getByRole('button', { name: `Delete ${subject}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: `Delete ${subject}` })).toHaveCount(0);
  }
  const trash = page.locator('.side-list', { hasText: 'in the trash' });
  await trash.locator('summary').click();
  await expect(trash).toContainText('Deleted 0 seconds ago by admin');
  await trash.getByRole('button', { name: `Restore ${subjects[0]}` }).press('Enter');
  await expect(page.locator('.toast')).toContainText('Restored');
  await expect(page.locator('.list').getByRole('heading', { name: subjects[0] })).toBeVisible();
  await expectFineInBothThemes(page);
  await trash.getByRole('button', { name: `Delete ${subjects[1]}` }).press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('deleted');
  await expect(page.locator('main').getByText(subjects[1], { exact: true })).toHaveCount(0);
});

test('full lists of the trash and of the quarantine say that there may be more', async ({
  page,
}) => {
  const contact = {
    ...contactDraft,
    createdAt: new Date().toISOString(),
    status: 'new',
    version: 1,
  };
  for (const [path, extra] of [
    ['trash', { deletedAt: contact.createdAt, deletedBy: 'admin' }],
    ['quarantine', { suspicion: 'trap' }],
  ] as const) {
    const contacts = Array.from({ length: 100 }, (_, id) => ({
      ...contact,
      ...extra,
      id: `${id}`,
    }));
    await page.route(`**/api/admin/${path}`, (route) =>
      route.fulfill({ json: { ideas: [], applications: [], contacts } }),
    );
  }
  await openSignedIn(page, '/admin/contacts');
  await expect(page.getByText('100+ held back')).toBeVisible();
  await expect(page.getByText('100+ in the trash')).toBeVisible();
});
