import type { APIRequestContext, Page } from '@playwright/test';
import { appDraft, ideaDraft, plainBlogDraft } from '../drafts.ts';
import { expect, expectToFit, resize, test, waitForHydration } from './site.ts';
import { create, makeUser, openSignedIn, token, unique } from './staff.ts';

/** The connections from an idea to its prototype: visitors follow them, and staff add and remove them. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const strip = (page: Page) => page.locator('.lineage');

test.describe('with the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('a visitor follows an idea to its prototype and its neighbours, and back', async ({
    page,
  }) => {
    await page.goto('/ideas');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Name the insects on the bank' }).click();
    await expect(strip(page).getByRole('listitem')).toHaveText([
      'IdeaName the insects on the bank',
      'PodDipper',
      'PrototypeKick Sample',
      'LiveNot yet',
    ]);
    await resize(page, 390, 844);
    await expectToFit(page);
    await strip(page).getByRole('link', { name: 'Kick Sample' }).click();
    await expect(heading(page)).toHaveText('Kick Sample');
    await expect(strip(page).locator('[aria-current=page]')).toHaveText('Kick Sample');
    const others = page.getByRole('navigation', { name: 'Other projects' });
    await others.getByRole('link', { name: /Newer/ }).click();
    await expect(heading(page)).toHaveText('Imprint');
    await expect(others.getByRole('link')).toHaveCount(1);
    await others.getByRole('link', { name: /Older/ }).click();
    await expect(heading(page)).toHaveText('Kick Sample');
    await page.getByRole('link', { name: 'Fourteen megabytes in a river' }).click();
    await expect(heading(page)).toHaveText('Fourteen megabytes in a river');
    await strip(page).getByRole('link', { name: 'Dipper' }).click();
    await expect(heading(page)).toHaveText('Dipper');
    await expect(page.getByRole('heading', { name: 'Its idea' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Posts about its work' })).toBeVisible();
    await page.getByRole('link', { name: 'Name the insects on the bank' }).click();
    await expect(heading(page)).toHaveText('Name the insects on the bank');
  });

  test('the server renders the lineage, so it needs no scripts', async ({ request }) => {
    const idea = await addressInStrip(
      request,
      '/project/imprint',
      'Consent that can be taken back',
    );
    expect(idea).toMatch(/^\/ideas\/consent-/);
    expect(await addressInStrip(request, idea, 'Bittern')).toBe('/pods/bittern');
  });
});

test('staff connect an idea by search, disconnect it from the other end, and create a project from it', async ({
  page,
  request,
}) => {
  const title = `A whistle for fog ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  const app = await create(request, 'apps', { ...appDraft, name: `Sonar ${unique()}` });
  await openSignedIn(page, `/admin/ideas?q=${title}&open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  const box = sheet.getByLabel('Connections');
  await box.fill('so');
  await expect(sheet.getByRole('list', { name: 'Found' })).toContainText(app.name);
  await box.press('Escape');
  await expect(box).toHaveValue('');
  await expect(sheet).toBeVisible();
  await box.fill('so');
  await expect(sheet.getByRole('list', { name: 'Found' })).toContainText(app.name);
  // Presses Enter while the list still shows the results for the shorter text.
  await box.fill(app.name);
  await box.press('Enter');
  await expect(sheet.getByRole('link', { name: app.name })).toBeVisible();
  await expect(box).toBeFocused();
  await sheet.locator('.history summary').click();
  await expect(sheet.locator('.history li').first()).toContainText(
    `made a connection: ${app.name}`,
  );

  await sheet.getByRole('link', { name: app.name }).click();
  const editor = page.getByRole('dialog', { name: `Edit ${app.name}` });
  await expect(editor.getByRole('link', { name: title })).toBeVisible();
  await editor.getByRole('button', { name: `Disconnect ${title}` }).press('Enter');
  await expect(editor.getByRole('link', { name: title })).toHaveCount(0);
  await expect(editor.getByText('Unsaved')).toHaveCount(0);
  const html = await (await request.get(`/ideas/x-${id}`)).text();
  expect(html).toContain(title);
  expect(html).not.toContain('class="lineage"');

  await page.goBack();
  await expect(sheet).toBeVisible();
  await page.getByRole('link', { name: 'Create project from this idea' }).click();
  const draft = page.getByRole('dialog', { name: 'Add app' });
  await expect(draft.getByLabel('Name')).toHaveValue(title);
  await expect(draft.getByLabel('Description')).toHaveValue(ideaDraft.proposedSolution);
  const name = `Ferryman ${unique()}`;
  await draft.getByLabel('Name').fill(name);
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('App created');
  await expect(page).toHaveURL(/\/admin\/apps$/);
  const project = `/project/${name.toLowerCase().replace(' ', '-')}`;
  expect(await addressInStrip(request, project, title)).toContain(id);
});

test('a blog-admin connects a post', async ({ page, request }) => {
  const who = await makeUser(request, 'blog-admin');
  const headers = { Authorization: `Bearer ${await token(request, who)}` };
  const { id } = await create(request, 'blogs', { ...plainBlogDraft, title: `Fog ${unique()}` });
  const add = `/api/admin/connections/blogs/${id}/add`;
  await request.post(add, { headers, data: { kind: 'apps', id: 'sonogram' } });
  await openSignedIn(page, `/admin/blogs/${id}`, who);
  const editor = page.locator('.post-page');
  await expect(editor.locator('.connections')).toContainText('Sonogram');
  await editor.getByLabel('Connections').fill('imprint');
  await editor.getByRole('button', { name: 'App Imprint' }).click();
  await expect(editor.getByRole('button', { name: 'Disconnect Imprint' })).toBeVisible();
  await request.delete(`/api/admin/blogs/${id}`, { headers });
});

/** Returns the address of the link with this text in the lineage of a page, as the server renders it. */
async function addressInStrip(request: APIRequestContext, page: string, text: string) {
  const html = await (await request.get(page)).text();
  const strip = html.match(/<section class="lineage".*?<\/section>/s)?.[0] ?? '';
  return strip.match(new RegExp(`<a [^>]*href="([^"]+)"[^>]*>(<[^>]*>)*${text}<`))?.[1] ?? '';
}
