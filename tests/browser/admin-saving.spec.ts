import type { APIRequestContext, Page } from '@playwright/test';
import { contactDraft, ideaDraft, milestoneDraft, podDraft } from '../drafts.ts';
import { expect, test } from './site.ts';
import { create, makeUser, open, signIn, token, unique } from './staff.ts';

/** Saving in the staff area: lost responses, conflicts, unsaved changes, and success messages. */

/** Lets the server handle the next request to this URL, but drops the response. */
const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

async function change(request: APIRequestContext, path: string, data: object) {
  const answer = await request.put(`/api/admin/${path}`, {
    data,
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  expect(answer.status()).toBe(200);
}

const podsNamed = async (request: APIRequestContext, word: string) =>
  (await (await request.get('/api/pods')).json()).filter(({ name }: { name: string }) =>
    name.includes(word),
  );

const hasFocusOnBody = (page: Page) =>
  page.evaluate(() => document.activeElement === document.body);

for (const { changes, again } of [
  { changes: false, again: 'saved again' },
  { changes: true, again: 'changed and saved again' },
]) {
  test(`a new pod whose answer was lost is there once when it is ${again}`, async ({
    page,
    request,
    expectMessage,
  }) => {
    const word = unique();
    await open(page, '/admin/pods?edit=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(`Lost ${word}`);
    await dialog.getByLabel('Description').fill('Once.');
    await loseAnswer(page, '**/api/admin/pods');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast')).toContainText('Failed to create pod');
    if (changes) await dialog.getByLabel('Name').fill(`Found ${word}`);
    else {
      await page.reload();
      await expect(dialog.getByLabel('Name')).toHaveValue(`Lost ${word}`);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect((await podsNamed(request, word)).map(({ name }: { name: string }) => name)).toEqual([
      changes ? `Found ${word}` : `Lost ${word}`,
    ]);
    expectMessage('net::ERR_FAILED');
    if (changes) expectMessage('status of 409');
  });

  test(`a changed pod whose answer was lost is no conflict when it is ${again}`, async ({
    page,
    request,
    expectMessage,
  }) => {
    const pod = await create(request, 'pods', { ...podDraft, name: `Lost ${unique()}` });
    await open(page, `/admin/pods?edit=${pod.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('First try.');
    await loseAnswer(page, `**/api/admin/pods/${pod.id}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast')).toContainText('Failed to update pod');
    const description = changes ? 'Second try.' : 'First try.';
    await dialog.getByLabel('Description').fill(description);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const saved = await (await request.get(`/api/pods/${pod.id}`)).json();
    expect(saved).toMatchObject({ description, version: pod.version + (changes ? 2 : 1) });
    expectMessage('net::ERR_FAILED');
    if (changes) expectMessage('status of 412');
  });
}

test('a conflict is shown where the writer is, and one more Enter overwrites nothing', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Curlew ${unique()}`;
  const pod = await create(request, 'pods', { ...podDraft, name: title });
  await open(page, `/admin/pods?edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Mine.');
  await change(request, `pods/${pod.id}`, {
    ...podDraft,
    name: `${title} II`,
    description: 'Theirs.',
  });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.focus();
  await page.keyboard.press('Enter');
  const conflict = dialog.locator('.conflict');
  await expect(conflict).toBeInViewport({ ratio: 0.9 });
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText('Description');
  await expect(conflict).toContainText('Theirs.');
  await expect(conflict).toContainText('Mine.');
  await expect(dialog.getByLabel('Name'), 'taken over').toHaveValue(`${title} II`);
  await page.keyboard.press('Enter');
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(conflict, 'the question is asked again').toBeFocused();
  const untouched = await (await request.get(`/api/pods/${pod.id}`)).json();
  expect(untouched.description).toBe('Theirs.');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog).toBeHidden();
  const saved = await (await request.get(`/api/pods/${pod.id}`)).json();
  expect(saved).toMatchObject({ name: `${title} II`, description: 'Mine.' });
  expectMessage('status of 412');
});

test('what two people changed in different fields is saved without a question, and said', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Ruff ${unique()}` });
  await open(page, `/admin/pods?edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Mine');
  await change(request, `pods/${pod.id}`, { ...podDraft, name: pod.name, progress: 77 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast')).toContainText('Somebody else had changed Progress');
  const pods = await (await request.get('/api/pods')).json();
  expect(pods.find(({ id }: { id: string }) => id === pod.id)).toMatchObject({
    description: 'Mine',
    progress: 77,
  });
  expectMessage('status of 412');
});

test('unsaved changes: Cancel asks, Escape marks them, closing the tab asks', async ({
  page,
  request,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Knot ${unique()}` });
  await open(page, `/admin/pods?edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog, 'nothing typed, nothing asked').toBeHidden();
  const card = page.locator('.admin-card', { hasText: pod.name });
  await card.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Description').fill('Half typed');
  await expect(dialog).toContainText('Unsaved');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Unsaved');
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Description')).toHaveValue('Half typed');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Description')).toHaveValue('Half typed');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).not.toContainText('Unsaved');
});

test('a decision that is not saved is marked in the sheet and in the list', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const letter of ['a', 'b']) {
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `Smew ${letter} ${word}` } });
  }
  await open(page, '/admin/ideas');
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: `View Smew b ${word}` }).click();
  await sheet.getByLabel('Notes').fill('Not yet');
  await expect(sheet.locator('.sheet-foot')).toContainText('Unsaved');
  await sheet.getByRole('button', { name: 'Next' }).click();
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(`Smew a ${word}`);
  await expect(sheet.locator('.sheet-foot')).not.toContainText('Unsaved');
  await page.keyboard.press('Escape');
  await expect(page.locator('.entry', { hasText: `Smew b ${word}` })).toContainText('Unsaved');
});

test('drafts end with Logout, here and in other tabs, and are nobody else’s', async ({
  page,
  context,
  request,
}) => {
  const [one, next] = [await makeUser(request, 'admin'), await makeUser(request, 'admin')];
  await open(page, '/admin/pods?edit=new', one);
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('typed by the first');
  const other = await context.newPage();
  await other.goto('/admin/apps?edit=new');
  await other.getByRole('dialog').getByLabel('Name').fill('typed elsewhere');
  await page.keyboard.press('Escape');
  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const stored = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(await stored(page)).not.toContain('typed by the first');
  await expect.poll(() => stored(other)).not.toContain('typed elsewhere');
  await other.close();

  // After a session expires, its drafts are kept, but only for the same user.
  await signIn(page, one);
  await page.goto('/admin/pods?edit=new');
  await name.fill('kept for the first');
  await page.evaluate(() => localStorage.removeItem('adminToken'));
  await page.reload();
  await signIn(page, next);
  await page.goto('/admin/pods?edit=new');
  await expect(name).toHaveValue('');
});

test('a date that the browser takes and the site does not is a field error', async ({ page }) => {
  await open(page, '/admin/blogs/new');
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Title').fill('Far');
  const published = page.getByLabel('Published');
  await published.evaluate((input: HTMLInputElement) => {
    input.value = '123456-01-01T00:00';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.locator('#publishedAt-error')).toContainText('four digits');
  await expect(published).toBeFocused();
  await published.fill('');
  await expect(page.locator('.saved-note')).toContainText('Saved');
  await page.goto('/admin/pods?edit=new');
  await dialog.getByLabel('Name').fill('Half');
  await dialog.getByLabel('Description').fill('A date.');
  await dialog.getByLabel('Start date').press('Backspace');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.locator('#startDate-error')).toContainText('Complete this date');
  await expect(dialog.getByLabel('Start date')).toBeFocused();
});

test('what is done is said: pods, milestones, users, and what is deleted', async ({
  page,
  request,
}) => {
  const word = unique();
  const toast = page.locator('.toast');
  const milestone = await create(request, 'milestones', {
    ...milestoneDraft,
    title: `Ebb ${word}`,
  });
  const who = await makeUser(request, 'blog-admin');
  const subject = `Gull ${word}`;
  await request.post('/api/contact', { data: { ...contactDraft, subject } });
  const dialog = page.getByRole('dialog');
  await open(page, '/admin/pods?edit=new');
  await dialog.getByLabel('Name').fill(`Stint ${word}`);
  await dialog.getByLabel('Description').fill('Small.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast).toContainText('Pod created');
  await expect(toast).toContainText(`Stint ${word}`);
  await expect.poll(() => hasFocusOnBody(page)).toBe(false);
  await page.getByRole('button', { name: `Edit Stint ${word}` }).click();
  await dialog.getByLabel('Progress').fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast).toContainText('Pod saved');
  await page.getByRole('button', { name: `Delete Stint ${word}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toContainText('Pod deleted');
  await expect.poll(() => hasFocusOnBody(page)).toBe(false);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: `Delete ${milestone.title}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toContainText('Milestone deleted');

  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: `Edit ${who.username}` }).click();
  await page.locator('.user-edit').getByLabel('Username').fill(`${who.username}-2`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast).toContainText('User saved');
  await expect(page.getByRole('button', { name: `Edit ${who.username}-2` })).toBeFocused();
  await page.getByRole('button', { name: `Delete ${who.username}-2` }).click();
  await expect(toast).toContainText('User deleted');

  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: `Delete ${subject}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toContainText('Contact deleted');
});

test('a link to something that is deleted says so', async ({ page, expectMessage }) => {
  // An idea is fetched by its id, which answers 404. The other kinds are looked up in a list that is loaded anyway.
  expectMessage('status of 404', '404: ');
  await open(page, '/admin/pods?edit=gone');
  for (const [path, kind] of [
    ['/pods?edit=gone', 'pod'],
    ['/blogs?edit=gone', 'blog'],
    ['/ideas?open=gone', 'idea'],
    ['/users?edit=gone', 'user'],
    ['?milestone=gone', 'milestone'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', `/admin${to}`), path);
    const dialog = page.getByRole('dialog', { name: `No such ${kind}` });
    await expect(dialog).toContainText('It has been deleted, or the link is wrong.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL((url) => url.search === '');
    await expect.poll(() => hasFocusOnBody(page)).toBe(false);
  }
});

test('settings send the password that is in the field, after a rename in another tab', async ({
  page,
  request,
}) => {
  const who = await makeUser(request, 'admin');
  const headers = { Authorization: `Bearer ${await token(request, who)}` };
  await open(page, '/admin/settings', who);
  await page.locator('[name=currentPassword]').fill(who.password);
  await page.locator('[name=newPassword]').fill('an earlier one');
  await page.locator('[name=confirmPassword]').fill('an earlier one');
  const renamed = await request.patch('/api/admin/profile', {
    data: { username: `${who.username}-2` },
    headers,
  });
  // Simulates another tab, which writes the new name to localStorage.
  await page.evaluate(
    (user) => {
      localStorage.setItem('adminUser', JSON.stringify(user));
      dispatchEvent(new StorageEvent('storage', { key: 'adminUser' }));
    },
    (await renamed.json()).user,
  );
  await expect(page.getByLabel('Username')).toHaveValue(`${who.username}-2`);
  const sent = page.waitForRequest((one) => one.method() === 'PATCH');
  const typed = await page.locator('[name=newPassword]').inputValue();
  await page.getByRole('button', { name: 'Save changes' }).click();
  expect((await sent).postDataJSON().newPassword ?? '').toBe(typed);
  await expect(page.locator('.toast')).toContainText('Profile Updated');
  await expect.poll(() => hasFocusOnBody(page)).toBe(false);
});
