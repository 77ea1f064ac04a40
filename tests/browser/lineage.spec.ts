import type { Page } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import { expect, expectFineInBothThemes, ready, testOn } from './site.ts';
import { makeUser, open } from './staff.ts';

/** The connections from an idea to its prototype: visitors follow them, and staff add and remove them. */

const test = testOn(async () => {});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const strip = (page: Page) => page.locator('.lineage');

test.describe.configure({ mode: 'default' });

test('a visitor follows an idea to its prototype and back', async ({ page }) => {
  await page.goto('/ideas');
  await ready(page);
  await page.getByRole('link', { name: 'Name the insects on the bank' }).click();
  await expect(strip(page).getByRole('listitem')).toHaveText([
    'IdeaName the insects on the bank',
    'PodDipper',
    'PrototypeKick Sample',
    'LiveNot yet',
  ]);
  await expectFineInBothThemes(page);
  await strip(page).getByRole('link', { name: 'Kick Sample' }).click();
  await expect(heading(page)).toHaveText('Kick Sample');
  await expect(strip(page).locator('[aria-current=page]')).toHaveText('Kick Sample');
  await page.getByRole('link', { name: 'Fourteen megabytes in a river' }).click();
  await expect(heading(page)).toHaveText('Fourteen megabytes in a river');
  await strip(page).getByRole('link', { name: 'Dipper' }).click();
  await expect(heading(page)).toHaveText('Dipper');
  await expect(page.getByRole('heading', { name: 'Its idea' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Posts about its work' })).toBeVisible();
  await page.getByRole('link', { name: 'Name the insects on the bank' }).click();
  await expect(heading(page)).toHaveText('Name the insects on the bank');
});

test('projects lead to their neighbours', async ({ page }) => {
  await page.goto('/project/kick-sample');
  await ready(page);
  const others = page.getByRole('navigation', { name: 'Other projects' });
  await others.getByRole('link', { name: /Newer/ }).click();
  await expect(heading(page)).toHaveText('Imprint');
  await expect(others.getByRole('link')).toHaveCount(1);
  await others.getByRole('link', { name: /Older/ }).click();
  await expect(heading(page)).toHaveText('Kick Sample');
});

test('without scripts the line is there', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/project/imprint`);
  await strip(page).getByRole('link', { name: 'Consent that can be taken back' }).click();
  await expect(heading(page)).toHaveText('Consent that can be taken back');
  await strip(page).getByRole('link', { name: 'Bittern' }).click();
  await expect(heading(page)).toHaveText('Bittern');
  await context.close();
});

test('staff connect an idea with two letters and Enter, and take it back', async ({
  page,
  request,
}) => {
  const data = { ...ideaDraft, title: 'A whistle for fog' };
  const { id } = await (await request.post('/api/ideas', { data })).json();
  await open(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: data.title });
  const box = sheet.getByLabel('Connections');
  await box.fill('so');
  await expect(sheet.getByRole('list', { name: 'Found' })).toContainText('Sonogram');
  await expectFineInBothThemes(page);
  await box.press('Escape');
  await expect(box).toHaveValue('');
  await expect(sheet).toBeVisible();
  await box.fill('so');
  await expect(sheet.getByRole('list', { name: 'Found' })).toContainText('Sonogram');
  // Presses Enter while the list still shows the results for the shorter text.
  await box.fill('sonog');
  await box.press('Enter');
  await expect(sheet.getByRole('link', { name: 'Sonogram' })).toBeVisible();
  await expect(box).toBeFocused();
  await sheet.locator('.history summary').click();
  await expect(sheet.locator('.history li').first()).toContainText('made a connection: Sonogram');

  // The connection is removed from its other end.
  await page.goto('/admin/apps?edit=sonogram');
  const editor = page.getByRole('dialog', { name: 'Edit Sonogram' });
  await expect(editor.getByRole('link', { name: data.title })).toBeVisible();
  await editor.getByRole('button', { name: `Disconnect ${data.title}` }).press('Enter');
  await expect(editor.getByRole('link', { name: data.title })).toHaveCount(0);
  await expect(editor.getByText('Unsaved')).toHaveCount(0);
  await page.goto(`/ideas/x-${id}`);
  await expect(heading(page)).toHaveText(data.title);
  await expect(strip(page)).toHaveCount(0);
});

test('a project is created from an idea', async ({ page, request }) => {
  const data = { ...ideaDraft, title: 'Ferry times for the blind' };
  const { id } = await (await request.post('/api/ideas', { data })).json();
  await open(page, `/admin/ideas?open=${id}`);
  await page.getByRole('link', { name: 'Create project from this idea' }).click();
  const editor = page.getByRole('dialog', { name: 'Add app' });
  await expect(editor.getByLabel('Name')).toHaveValue(data.title);
  await expect(editor.getByLabel('Description')).toHaveValue(data.proposedSolution);
  await editor.getByLabel('Name').fill('Ferryman');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('App created');
  await expect(page).toHaveURL(/\/admin\/apps$/);
  await page.goto('/project/ferryman');
  await strip(page).getByRole('link', { name: data.title }).click();
  await expect(heading(page)).toHaveText(data.title);
});

test('a blog-admin connects a post', async ({ page, request }) => {
  const who = await makeUser(request, 'blog-admin');
  await open(page, '/admin/blogs/a-chart-you-can-hear', who);
  const editor = page.locator('.post-page');
  await expect(editor.locator('.connections')).toContainText('Sonogram');
  await editor.getByLabel('Connections').fill('imprint');
  await editor.getByRole('button', { name: 'App Imprint' }).click();
  await expect(editor.getByRole('button', { name: 'Disconnect Imprint' })).toBeVisible();
  await expectFineInBothThemes(page);
});
