import type { Locator } from '@playwright/test';
import { admin, expect, hold, test, waitForHydration } from './site.ts';
import { makeUser, openSignedIn, token, unique } from './staff.ts';

test('two clicks add one user; a deletion asks nothing; a reload keeps no password; a taken name is refused', async ({
  page,
  expectMessage,
}) => {
  const name = `robin-${unique()}`;
  await openSignedIn(page, '/admin/users?edit=new');
  await expect(
    page.getByText('Admins can add, edit, change roles of, and delete users.'),
  ).toBeVisible();
  const panel = page.locator('.add-user');
  const username = panel.getByLabel('Username');
  const password = panel.getByLabel('Password', { exact: true });
  const confirmation = panel.getByLabel('Confirm password', { exact: true });
  const add = panel.getByRole('button', { name: 'Add User' });
  await expect(panel.getByLabel('Role')).toHaveValue('blog-admin');
  await username.fill('x'.repeat(190));
  await expect(page.getByText('10 of 200 characters left')).toBeVisible();

  await username.fill('ADMIN');
  await password.fill('very secret words');
  await confirmation.fill('very secret words');
  await page.reload();
  await waitForHydration(page);
  await expect(username).toHaveValue('ADMIN');
  await expect(password).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain('ADMIN');
  expect(stored).not.toContain('very secret words');

  await password.fill('six-or-more');
  await confirmation.fill('something else');
  await expect(panel.getByText('The two do not match yet.')).toBeVisible();
  await add.click();
  await expect(confirmation).toBeFocused();
  await confirmation.fill('six-or-more');
  await add.click();
  await expect(page.locator('.toast')).toContainText('This username is taken.');
  expectMessage('status of 409');

  await username.fill(`  ${name} `);
  let sent = 0;
  const release = await hold(page, '**/api/admin/users', (route) => {
    if (route.request().method() === 'POST') sent += 1;
    return route.continue();
  });
  await add.dblclick();
  release();
  await expect(page.locator('.toast')).toContainText('User created');
  const row = page.locator('.entry', { hasText: name });
  await expect(row.getByRole('heading')).toHaveText(name);
  await expect(row).toContainText('blog-admin');
  expect(sent).toBe(1);
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('a user is changed; changes elsewhere are merged or conflict; a rename shows in all tabs', async ({
  page,
  context,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'admin');
  const robin = await makeUser(request, 'blog-admin');
  const another = await makeUser(request, 'blog-admin');
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const find = async () =>
    (await (await request.get('/api/admin/users', { headers })).json()).find(
      (user: { username: string }) => user.username.startsWith(robin.username),
    );
  const { id } = await find();
  const changeElsewhere = (data: object) =>
    request.patch(`/api/admin/users/${id}`, { data, headers });
  const edit = page.locator('.user-edit');
  const name = edit.locator('[name=username]');
  const save = edit.getByRole('button', { name: 'Save' });
  const row = page.locator('.entry', { hasText: robin.username });
  const openEditor = () => row.getByRole('button', { name: 'Edit' }).click();

  await openSignedIn(page, '/admin/users', who);
  const other = await context.newPage();
  await other.goto('/admin/settings');
  await expect(other.getByLabel('Username')).toHaveValue(who.username);
  await page.getByRole('button', { name: `Edit ${who.username}` }).click();
  await name.fill(`${who.username}-new`);
  await save.click();
  await expect(page.locator('.user b')).toHaveText(`${who.username}-new`);
  await expect(other.locator('.user b')).toHaveText(`${who.username}-new`);
  await expect(other.getByLabel('Username')).toHaveValue(`${who.username}-new`);
  await other.close();

  await openEditor();
  await edit.getByLabel('Role').selectOption('admin');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await edit.getByRole('button', { name: 'Discard' }).click();
  await openEditor();
  await edit.getByLabel('Role').selectOption('admin');
  await save.click();
  await expect(row.locator('.badge')).toHaveText('admin');

  await openEditor();
  await changeElsewhere({ username: `${robin.username}-theirs` });
  await name.fill(`${robin.username}-mine`);
  await save.click();
  const conflict = page.locator('.conflict');
  await expect(conflict).toContainText(`${robin.username}-theirs`);
  expectMessage('status of 412');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('heading', { name: `${robin.username}-mine` })).toBeVisible();

  await openEditor();
  await name.fill(`${robin.username}-new`);
  await changeElsewhere({ role: 'blog-admin' });
  // A deletion makes the page fetch the list again.
  await page.getByRole('button', { name: `Delete ${another.username}` }).click();
  await expect(page.getByRole('heading', { name: another.username })).toHaveCount(0);
  await save.click();
  await expect(page.getByRole('heading', { name: `${robin.username}-new` })).toBeVisible();
  expect(await find()).toMatchObject({ username: `${robin.username}-new`, role: 'blog-admin' });
});

test('settings keep a draft without passwords, send only changed fields, and validate passwords', async ({
  page,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'blog-admin');
  await openSignedIn(page, '/admin/settings', who);
  await expect(page.getByLabel('Role')).toHaveAttribute('readonly', '');
  await expect(page.getByText('Your role cannot be changed')).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Username' });
  const [current, next, again] = ['current', 'new', 'confirm'].map((which) =>
    page.locator(`[name=${which}Password]`),
  ) as [Locator, Locator, Locator];
  const toast = page.locator('.toast');
  const save = () => page.getByRole('button', { name: 'Save changes' }).click();
  async function saveAndRead() {
    const request = page.waitForRequest((each) => each.method() === 'PATCH');
    await save();
    return (await request).postDataJSON();
  }

  await name.fill(` ${who.username}-new `);
  await next.fill('very secret words');
  await page.reload();
  await waitForHydration(page);
  await expect(name).toHaveValue(` ${who.username}-new `);
  await expect(next).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain(`${who.username}-new `);
  expect(stored).not.toContain('very secret words');
  expect(await saveAndRead()).toEqual({ username: `${who.username}-new` });
  await expect(toast).toContainText('Profile Updated');
  await expect(toast).toContainText('Your profile has been updated successfully.');
  await expect(page.locator('.user b')).toHaveText(`${who.username}-new`);

  await next.fill('long enough');
  await save();
  await expect(toast).toContainText('Current password is required to change password');
  await current.fill('wrong');
  await again.fill('other');
  await save();
  await expect(toast).toContainText('New passwords do not match');
  await next.fill('12345');
  await again.fill('12345');
  await save();
  await expect(toast).toContainText('New password must be at least 6 characters long');
  let sent = 0;
  page.on('request', (each) => {
    if (each.method() === 'PATCH') sent += 1;
  });
  await next.fill('x'.repeat(201));
  await again.fill('x'.repeat(201));
  await save();
  await expect(toast).toContainText('Use at most 200 characters.');
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute('aria-invalid', 'true');
  await name.fill('two\twords');
  await save();
  await expect(page.getByText('Write the username on one line.')).toBeVisible();
  await expect(name).toBeFocused();
  expect(sent).toBe(0);
  await name.fill(`${who.username}-new`);
  await next.fill('123456');
  await again.fill('123456');
  await save();
  await expect(toast).toContainText('Update Failed');
  await expect(toast).toContainText('Current password is incorrect');
  expectMessage('status of 422');
  await current.fill(who.password);
  expect(await saveAndRead()).toEqual({ currentPassword: who.password, newPassword: '123456' });
  await expect(toast).toContainText('Profile Updated');
});

test('a username changed elsewhere is not overwritten but shown as a conflict; drafts end with Logout', async ({
  page,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'admin');
  const headers = { Authorization: `Bearer ${await token(request, who)}` };
  const rename = async (username: string) =>
    request.patch('/api/admin/profile', { data: { username }, headers });
  await openSignedIn(page, '/admin/settings', who);
  const name = page.getByRole('textbox', { name: 'Username' });
  const conflict = page.locator('.conflict');

  await rename(`${who.username}-theirs`);
  await name.fill(`${who.username}-mine`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(conflict.getByLabel('Username, theirs')).toHaveText(`${who.username}-theirs`);
  await expect(conflict.getByLabel('Username, mine')).toHaveText(`${who.username}-mine`);
  await expect(name).toHaveValue(`${who.username}-mine`);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.locator('.toast')).toContainText('Profile Updated');
  await expect(conflict).toHaveCount(0);
  await expect(page.locator('.user b')).toHaveText(`${who.username}-mine`);

  await rename(`${who.username}-again`);
  await name.fill(`${who.username}-not`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(name).toHaveValue(`${who.username}-again`);
  await expect(page.locator('.user b')).toHaveText(`${who.username}-again`);
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  expectMessage('status of 412');

  await name.fill('typed by the first');
  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.locator('.user').click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(name).toHaveValue(admin.username);
});
