import type { APIRequestContext, Page } from '@playwright/test';
import { podDraft } from '../drafts.ts';
import { expect, loseResponse, test } from './site.ts';
import { colleague, create, makeUser, openSignedIn, token, unique } from './staff.ts';

/** Saving in the staff area: lost responses, conflicts, unsaved changes, and success messages. */

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

test('a save whose response was lost creates nothing twice and causes no conflict when it is sent again', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  await openSignedIn(page, '/admin/pods?edit=new');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  const description = dialog.getByLabel('Description');
  const save = dialog.getByRole('button', { name: 'Save' });
  const saveAndLoseAnswer = async (address: string, failure: string) => {
    await loseResponse(page, address);
    await save.click();
    await expect(page.locator('.toast')).toContainText(failure);
  };

  await name.fill(`Lost ${word}`);
  await description.fill('Once.');
  await saveAndLoseAnswer('**/api/admin/pods', 'Failed to create pod');
  await page.reload();
  await expect(name).toHaveValue(`Lost ${word}`);
  await save.click();
  await expect(dialog).toBeHidden();
  const [pod] = await podsNamed(request, word);

  const version = async () => {
    const { version: saved, description: text } = await (
      await request.get(`/api/pods/${pod.id}`)
    ).json();
    return { text, saves: saved - pod.version };
  };
  await page.getByRole('button', { name: `Edit ${pod.name}` }).click();
  await description.fill('First try.');
  await saveAndLoseAnswer(`**/api/admin/pods/${pod.id}`, 'Failed to update pod');
  await description.fill('First try.');
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await version()).toEqual({ text: 'First try.', saves: 1 });

  await page.getByRole('button', { name: `Edit ${pod.name}` }).click();
  await description.fill('Second try.');
  await saveAndLoseAnswer(`**/api/admin/pods/${pod.id}`, 'Failed to update pod');
  await description.fill('Third try.');
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await version()).toEqual({ text: 'Third try.', saves: 3 });

  await page.getByRole('button', { name: 'Add Pod' }).click();
  await name.fill(`Lost too ${word}`);
  await description.fill('Once.');
  await saveAndLoseAnswer('**/api/admin/pods', 'Failed to create pod');
  await name.fill(`Found ${word}`);
  await save.click();
  await expect(dialog).toBeHidden();
  const names = (await podsNamed(request, word)).map((each: { name: string }) => each.name);
  expect(names.sort()).toEqual([`Found ${word}`, `Lost ${word}`]);
  expectMessage('net::ERR_FAILED', 'status of 409', 'status of 412');
});

test('an editor merges changes of different fields, and shows a conflict of one field until it is decided', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Curlew ${unique()}`;
  const pod = await create(request, 'pods', { ...podDraft, name: title });
  const draft = { ...podDraft, name: title, endDate: '2026-09-30' };
  await change(request, `pods/${pod.id}`, draft);
  const saved = async () => (await request.get(`/api/pods/${pod.id}`)).json();
  await openSignedIn(page, `/admin/pods?q=${title}&edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  const sent = page.waitForRequest((one) => one.method() === 'PUT');
  await dialog.getByLabel('Progress').fill('55');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({ ...draft, progress: 55 });
  await expect(dialog).toBeHidden();

  const edit = page.getByRole('button', { name: `Edit ${title}` });
  await edit.click();
  await dialog.getByLabel('Description').fill('Mine');
  await change(request, `pods/${pod.id}`, { ...draft, progress: 77 });
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast')).toContainText('Somebody else had changed Progress');
  expect(await saved()).toMatchObject({ description: 'Mine', progress: 77 });

  await edit.click();
  await dialog.getByLabel('Description').fill('Mine again.');
  const theirs = { ...draft, name: `${title} II`, description: 'Theirs.' };
  await change(request, `pods/${pod.id}`, theirs);
  await save.focus();
  await page.keyboard.press('Enter');
  const conflict = dialog.locator('.conflict');
  await expect(conflict).toBeInViewport({ ratio: 0.9 });
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText('Description');
  await expect(conflict).toContainText('Theirs.');
  await expect(conflict).toContainText('Mine again.');
  await expect(dialog.getByLabel('Name'), 'taken over').toHaveValue(theirs.name);
  await page.keyboard.press('Enter');
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(conflict, 'the question is asked again').toBeFocused();
  expect((await saved()).description).toBe('Theirs.');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog).toBeHidden();
  expect(await saved()).toMatchObject({ name: theirs.name, description: 'Mine again.' });
  expectMessage('status of 412');
});

test('unsaved changes: Cancel asks, Escape marks them, closing the tab asks', async ({
  page,
  request,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Knot ${unique()}` });
  await openSignedIn(page, `/admin/pods?q=${pod.name}&edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog, 'nothing typed, nothing asked').toBeHidden();
  const card = page.locator('.admin-card', { hasText: pod.name });
  await card.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Description').fill('Half typed');
  await expect(dialog).toContainText('Unsaved');
  const dialogOpened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await dialogOpened;
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

test('drafts survive the end of a session, only for their user; Logout deletes them in all tabs', async ({
  page,
  context,
  request,
}) => {
  const next = await colleague(request, 'admin');
  await openSignedIn(page, '/admin/pods?edit=new');
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('kept for the first');
  await page.evaluate(() => localStorage.removeItem('adminToken'));
  await page.reload();
  await page.getByLabel('Username').fill(next.username);
  await page.getByLabel('Password', { exact: true }).fill(next.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const stored = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect(name, 'the sign-in leads back').toHaveValue('');
  expect(await stored(page)).toContain('kept for the first');

  await name.fill('typed here');
  const other = await context.newPage();
  await other.goto('/admin/apps?edit=new');
  await other.getByRole('dialog').getByLabel('Name').fill('typed elsewhere');
  await page.keyboard.press('Escape');
  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  expect(await stored(page)).not.toContain('typed here');
  await expect.poll(() => stored(other)).not.toContain('typed elsewhere');
  await other.close();
});

test('settings send the typed password, also after a rename in another tab', async ({
  page,
  request,
}) => {
  const who = await makeUser(request, 'admin');
  const headers = { Authorization: `Bearer ${await token(request, who)}` };
  await openSignedIn(page, '/admin/settings', who);
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
