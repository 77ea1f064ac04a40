import type { Page } from '@playwright/test';
import { appDraft, milestoneDraft, plainBlogDraft, podDraft } from '../drafts.ts';
import { expect, test } from './site.ts';
import { create, openSignedIn, token, unique } from './staff.ts';

const hasFocusOnBody = (page: Page) =>
  page.evaluate(() => document.activeElement === document.body);

test('the dashboard shows figures; milestones are added and deleted there, also if a colleague was quicker', async ({
  page,
  request,
  expectMessage,
}) => {
  const theirs = await create(request, 'milestones', {
    ...milestoneDraft,
    title: `Ebb ${unique()}`,
  });
  await openSignedIn(page, '/admin');
  const tiles = page.locator('.tile');
  await expect(tiles.locator('dt')).toHaveText([
    'Active Pods',
    'Total Apps',
    'Blog Posts',
    'Growth Rate',
  ]);
  const apps = await (await request.get('/api/apps')).json();
  await expect(tiles.nth(1).locator('dd')).toContainText(String(apps.length));
  await expect(tiles.nth(3)).toContainText('12%');
  await expect(tiles.nth(3)).toContainText('monthly growth');
  await expect(page.locator('.quick a')).toHaveText([/Manage Pods/, /Manage Apps/, /Manage Blogs/]);

  const title = `First tide ${unique()}`;
  await page.getByRole('button', { name: 'Add Milestone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('The first that held.');
  await dialog.getByLabel('Type').selectOption('achievement');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const entry = page.locator('.entry', { hasText: title });
  await expect(entry).toContainText('achievement');

  const toast = page.locator('.toast');
  await page.getByRole('button', { name: `Delete ${theirs.title}` }).click();
  await request.delete(`/api/admin/milestones/${theirs.id}`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toContainText('Milestone deleted');
  await expect(toast).toContainText(theirs.title);
  await expect(page.getByRole('heading', { name: theirs.title })).toHaveCount(0);

  await entry.getByRole('button', { name: 'Delete' }).click();
  await page.route('**/api/milestones', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toast, 'the list cannot be had, and the milestone is gone').toContainText(title);
  await expect(entry).toHaveCount(0);
  expectMessage('net::ERR_FAILED', 'status of 404');
});

test('Retry loads the code of a page again; a pod is validated, created with defaults, changed and deleted', async ({
  page,
  expectMessage,
}) => {
  const name = `Turnstone ${unique()}`;
  const toast = page.locator('.toast');
  await openSignedIn(page, '/admin');
  await page.route('**/assets/pods-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Pods', exact: true }).click();
  await expect(page.getByText('Failed to load pods')).toBeVisible();
  await page.unroute('**/assets/pods-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.admin-card').first()).toBeVisible();
  expectMessage('net::ERR_FAILED', 'Failed to fetch dynamically imported module');

  await page.getByRole('button', { name: 'Add Pod' }).click();
  const dialog = page.getByRole('dialog');
  const start = dialog.getByLabel('Start date');
  const save = dialog.getByRole('button', { name: 'Save' });
  const today = new Date().toISOString().slice(0, 10);
  await expect(start).toHaveValue(today);
  await save.click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.locator('.error'), 'no message is shown').toHaveCount(0);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill('Turns stones.');
  await start.press('Backspace');
  await save.click();
  await expect(dialog.locator('#startDate-error')).toContainText('Complete this date');
  await expect(start).toBeFocused();
  await start.fill(today);
  await dialog.getByLabel('Progress').fill('');
  await dialog.getByLabel('Team size').fill('');
  const tags = dialog.getByLabel('Technologies', { exact: false }).last();
  await tags.fill('Rust');
  await tags.press('Enter');
  await tags.pressSequentially('SQL,Go,Zig,');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(toast).toContainText('Pod created');
  await expect(toast).toContainText(name);
  await expect.poll(() => hasFocusOnBody(page)).toBe(false);
  const card = page.locator('.admin-card', { hasText: name });
  await expect(card).toContainText('Active');
  await expect(card).toContainText('0%');
  await expect(card).toContainText('1 members');
  await expect(card.getByRole('listitem')).toHaveText(['Rust', 'SQL', 'Go+1 more']);

  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/edit=turnstone/);
  await dialog.getByLabel('Status').selectOption('On Hold');
  await dialog.getByLabel('Progress').fill('40');
  await save.click();
  await expect(toast).toContainText('Pod saved');
  await expect(card).toContainText('On Hold');
  await expect(card).toContainText('40%');

  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toContainText('Pod deleted');
  await expect(card).toHaveCount(0);
  await expect.poll(() => hasFocusOnBody(page)).toBe(false);
});

test('an editor reports missing data, failed saves and too many tags; a failed list is no failed save', async ({
  page,
  request,
  expectMessage,
}) => {
  const name = `Tideline ${unique()}`;
  await page.route('**/api/pods', (route) => route.fulfill({ status: 500, body: 'no' }));
  await openSignedIn(page, '/admin/apps?edit=new');
  const dialog = page.getByRole('dialog', { name: 'Add app' });
  await expect(dialog).toContainText('What it needs could not be read.');
  await expect(page.locator('.admin-card').first(), 'the list stays').toBeVisible();
  expectMessage('status of 500', '500: no');
  await page.unroute('**/api/pods');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();

  const save = dialog.getByRole('button', { name: 'Save' });
  const toast = page.locator('.toast');
  await dialog.getByLabel('Name').fill('Not saved');
  await dialog.getByLabel('Description').fill('Still here');
  await page.route('**/api/admin/apps', (route) => route.abort());
  await save.click();
  await expect(toast).toContainText('Failed to create app');
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(dialog.getByLabel('Name')).toHaveValue('Not saved');
  await page.unroute('**/api/admin/apps');
  expectMessage('net::ERR_FAILED');

  const tags = dialog.getByLabel('Technologies', { exact: false }).last();
  await tags.fill('x'.repeat(61));
  await expect(dialog.getByText('1 character over the limit of 60')).toBeVisible();
  await tags.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText('x'.repeat(61));
  await save.click();
  await expect(dialog.locator('#technologies-error')).toContainText('60');
  await tags.fill(Array.from({ length: 30 }, (_, number) => `t${number}`).join(','));
  await tags.press('Enter');
  await expect(dialog.getByText('1 entry over the limit of 30')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Add App' }).click();
  await expect(dialog.getByLabel('Name'), 'thrown away on purpose').toHaveValue('');

  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill('Once.');
  await page.route('**/api/apps', (route) => route.abort());
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(toast).toContainText('App created');
  const apps = await (await request.get('/api/apps')).json();
  expect(apps.filter((app: { name: string }) => app.name === name)).toHaveLength(1);
});

test('an app gets links and a pod; its deletion asks first, and can be retried after a failure', async ({
  page,
  request,
  expectMessage,
}) => {
  const name = `Tideline ${unique()}`;
  await openSignedIn(page, `/admin/apps?q=${name}&edit=new`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Status')).toHaveValue('In Development');
  await expect(dialog.getByLabel('Category')).toHaveValue('AI Agent');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill('Says when the path is dry.');
  await dialog.getByLabel('Demo link').fill('tideline.example');
  await dialog.getByLabel('Pod').selectOption({ label: 'Avocet' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.locator('#demoUrl-error')).toContainText('https://');
  await dialog.getByLabel('Demo link').fill('https://tideline.example/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const card = page.locator('.admin-card', { hasText: name });
  await expect(card.getByRole('link', { name: 'View Demo' })).toHaveAttribute(
    'href',
    'https://tideline.example/',
  );
  const apps = await (await request.get('/api/apps')).json();
  expect(apps.find((app: { name: string }) => app.name === name)).toMatchObject({
    podId: 'avocet',
    githubUrl: null,
  });

  const question = page.getByRole('dialog', { name: 'Delete app' });
  await card.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(question).toContainText(
    `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(card).toBeVisible();
  await page.route('**/api/admin/apps/*', (route) => route.abort());
  await card.getByRole('button', { name: `Delete ${name}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('Failed to delete app');
  expectMessage('net::ERR_FAILED');
  await page.unroute('**/api/admin/apps/*');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(card).toHaveCount(0);
});

test('pods, apps and posts are searched in two fields, and filtered by status or category', async ({
  page,
  request,
}) => {
  const kinds = [
    { kind: 'pods', text: ['name', 'description'], option: ['status', 'Planning', 'Active'] },
    { kind: 'apps', text: ['name', 'description'], option: ['status', 'Beta', 'Live'] },
    { kind: 'blogs', text: ['title', 'excerpt'], option: ['category', 'AI', 'Technology'] },
  ] as const;
  const drafts = { pods: podDraft, apps: appDraft, blogs: plainBlogDraft };
  const word = unique();
  const [first, second] = [`First ${word}`, `Second ${unique()}`];
  for (const { kind, text, option } of kinds) {
    const draft = drafts[kind];
    await create(request, kind, { ...draft, [text[0]]: first, [option[0]]: option[1] });
    await create(request, kind, {
      ...draft,
      [text[0]]: second,
      [text[1]]: `Says ${word} below.`,
      [option[0]]: option[2],
    });
  }
  await openSignedIn(page, '/admin');
  for (const { kind, option } of kinds) {
    await page.evaluate((to) => history.pushState(null, '', `/admin/${to}`), kind);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(kind, 'i'));
    const titles = page.locator('.admin-card h2');
    const search = page.getByRole('searchbox');
    await search.fill(word.toUpperCase());
    await expect(titles, kind).toHaveText([second, first]);
    await page.locator('.admin-toolbar select').first().selectOption(option[2]);
    await expect(titles, kind).toHaveText([second]);
    await search.fill('nothing says this');
    await expect(page.getByText(`No ${kind} found`)).toBeVisible();
  }
});
