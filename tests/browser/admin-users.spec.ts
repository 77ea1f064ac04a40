import { expect, hold, test } from './site.ts';
import { makeUser, open, signIn, token, unique } from './staff.ts';

test('a user is added, changed and deleted, without being asked; a taken name is refused', async ({
  page,
  expectMessage,
}) => {
  const name = `robin-${unique()}`;
  await open(page, '/admin/users');
  await expect(
    page.getByText('Admins can add, edit, change roles of, and delete users.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add User' }).click();
  const panel = page.locator('.add-user');
  await expect(panel.getByLabel('Role')).toHaveValue('blog-admin');
  await panel.getByLabel('Username').fill('ADMIN');
  await panel.getByLabel('Password', { exact: true }).fill('six-or-more');
  await panel.getByLabel('Confirm password', { exact: true }).fill('six-or-more');
  await panel.getByRole('button', { name: 'Add User' }).click();
  await expect(page.locator('.toast')).toContainText('This username is taken.');
  expectMessage('status of 409');
  await panel.getByLabel('Username').fill(`  ${name} `);
  await panel.getByLabel('Confirm password', { exact: true }).fill('something else');
  await expect(panel.getByText('The two do not match yet.')).toBeVisible();
  await panel.getByRole('button', { name: 'Add User' }).click();
  await expect(panel.getByLabel('Confirm password', { exact: true })).toBeFocused();
  await panel.getByLabel('Confirm password', { exact: true }).fill('six-or-more');
  await panel.getByRole('button', { name: 'Add User' }).click();
  const row = page.locator('.entry', { hasText: name });
  await expect(row).toContainText('blog-admin');
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.locator('.user-edit');
  await edit.getByLabel('Role').selectOption('admin');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await edit.getByRole('button', { name: 'Discard' }).click();
  await row.getByRole('button', { name: 'Edit' }).click();
  await edit.getByLabel('Role').selectOption('admin');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row.locator('.badge')).toHaveText('admin');
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('settings follow the rules for passwords', async ({ page, request, expectMessage }) => {
  const who = await makeUser(request, 'blog-admin');
  await open(page, '/admin/settings', who);
  await expect(page.getByLabel('Role')).toHaveAttribute('readonly', '');
  await expect(page.getByText('Your role cannot be changed')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save changes' });
  const toast = page.locator('.toast');
  await page.locator('[name=newPassword]').fill('long enough');
  await save.click();
  await expect(toast).toContainText('Current password is required to change password');
  await page.locator('[name=currentPassword]').fill('wrong');
  await page.locator('[name=confirmPassword]').fill('other');
  await save.click();
  await expect(toast).toContainText('New passwords do not match');
  await page.locator('[name=newPassword]').fill('12345');
  await page.locator('[name=confirmPassword]').fill('12345');
  await save.click();
  await expect(toast).toContainText('New password must be at least 6 characters long');
  await page.locator('[name=newPassword]').fill('123456');
  await page.locator('[name=confirmPassword]').fill('123456');
  await save.click();
  await expect(toast).toContainText('Update Failed');
  await expect(toast).toContainText('Current password is incorrect');
  expectMessage('status of 422');
  await page.locator('[name=currentPassword]').fill(who.password);
  await page.getByRole('textbox', { name: 'Username' }).fill(`${who.username}-new`);
  await save.click();
  await expect(toast).toContainText('Profile Updated');
  await expect(toast).toContainText('Your profile has been updated successfully.');
  await expect(page.locator('.user b')).toHaveText(`${who.username}-new`);
  await token(request, { username: `${who.username}-new`, password: '123456' });
});

test('a name that was changed elsewhere is not written over: theirs is shown, a person decides', async ({
  page,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'admin');
  const headers = { Authorization: `Bearer ${await token(request, who)}` };
  const rename = async (username: string) =>
    request.patch('/api/admin/profile', { data: { username }, headers });
  await open(page, '/admin/settings', who);
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
});

test('what is typed on users and settings is there after a reload, but no password', async ({
  page,
}) => {
  await open(page, '/admin/users?edit=new');
  await page.getByRole('textbox', { name: 'Username' }).fill('half-typed');
  await page.getByLabel('Password', { exact: true }).fill('very secret words');
  await page.getByLabel('Confirm password', { exact: true }).fill('very secret words');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('half-typed');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.goto('/admin/settings');
  await page.getByRole('textbox', { name: 'Username' }).fill('another-name');
  await page.locator('[name=newPassword]').fill('very secret words');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('another-name');
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain('another-name');
  expect(stored).not.toContain('very secret words');
});

test('a second press while a user is made is ignored, and a conflict is no dead end', async ({
  page,
  request,
  expectMessage,
}) => {
  const username = `wren-${unique()}`;
  await open(page, '/admin/users?edit=new');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill('six or more');
  await page.getByLabel('Confirm password', { exact: true }).fill('six or more');
  const release = await hold(page, '**/api/admin/users');
  await page.locator('.add-user').getByRole('button', { name: 'Add User' }).dblclick();
  release();
  await expect(page.getByRole('heading', { name: username })).toBeVisible();
  await expect(page.locator('.toast')).toContainText('User created');

  await page.getByRole('button', { name: `Edit ${username}` }).click();
  const users = await (
    await request.get('/api/admin/users', {
      headers: { Authorization: `Bearer ${await token(request)}` },
    })
  ).json();
  const { id } = users.find((user: { username: string }) => user.username === username);
  await request.patch(`/api/admin/users/${id}`, {
    data: { username: `${username}-theirs` },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  await page.locator('.user-edit [name=username]').fill(`${username}-mine`);
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.locator('.conflict');
  await expect(conflict).toContainText(`${username}-theirs`);
  expectMessage('status of 412');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('heading', { name: `${username}-mine` })).toBeVisible();
});

test('whoever renames themselves is called so at once, here and in the other tab', async ({
  page,
  context,
  request,
}) => {
  const who = await makeUser(request, 'admin');
  await open(page, '/admin/users', who);
  const other = await context.newPage();
  await other.goto('/admin/settings');
  await expect(other.getByLabel('Username')).toHaveValue(who.username);
  await page.getByRole('button', { name: `Edit ${who.username}` }).click();
  await page.locator('.user-edit [name=username]').fill(`${who.username}-new`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.user b')).toHaveText(`${who.username}-new`);
  await expect(other.locator('.user b')).toHaveText(`${who.username}-new`);
  await expect(other.getByLabel('Username')).toHaveValue(`${who.username}-new`);
  await other.close();
});

test('what one has typed in the settings is not there for the next', async ({ page, request }) => {
  const [one, next] = [await makeUser(request, 'admin'), await makeUser(request, 'admin')];
  await open(page, '/admin/settings', one);
  await page.getByRole('textbox', { name: 'Username' }).fill('typed by the first');
  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, next);
  await page.goto('/admin/settings');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(next.username);
});

test('a profile is sent with what was changed alone', async ({ page, request }) => {
  const who = await makeUser(request, 'admin');
  await open(page, '/admin/settings', who);
  const patched = () => page.waitForRequest((one) => one.method() === 'PATCH');
  const save = page.getByRole('button', { name: 'Save changes' });
  let sent = patched();
  await page.getByRole('textbox', { name: 'Username' }).fill(` ${who.username}-new `);
  await save.click();
  expect((await sent).postDataJSON()).toEqual({ username: `${who.username}-new` });
  await expect(page.locator('.toast')).toContainText('Profile Updated');
  sent = patched();
  await page.locator('[name=currentPassword]').fill(who.password);
  await page.locator('[name=newPassword]').fill('another one');
  await page.locator('[name=confirmPassword]').fill('another one');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({
    currentPassword: who.password,
    newPassword: 'another one',
  });
  await expect(page.locator('.toast')).toContainText('Profile Updated');
});

test('a name shows its limit before it is hit', async ({ page }) => {
  await open(page, '/admin/users?edit=new');
  await page.getByRole('textbox', { name: 'Username' }).fill('x'.repeat(190));
  await expect(page.getByText('10 of 200 characters left')).toBeVisible();
});

test('a role that was changed elsewhere is not set back by a save that does not touch it', async ({
  page,
  request,
}) => {
  const who = await makeUser(request, 'admin');
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const find = async () =>
    (await (await request.get('/api/admin/users', { headers })).json()).find(
      ({ username }: { username: string }) => username.startsWith(who.username),
    );
  const { id } = await find();
  const other = await makeUser(request, 'blog-admin');
  await open(page, `/admin/users?edit=${id}`);
  await page.locator('.user-edit [name=username]').fill(`${who.username}-new`);
  await request.patch(`/api/admin/users/${id}`, { data: { role: 'blog-admin' }, headers });
  // A deletion makes the page fetch the list again.
  await page.getByRole('button', { name: `Delete ${other.username}` }).click();
  await expect(page.getByRole('heading', { name: other.username })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('User saved');
  expect(await find()).toMatchObject({ username: `${who.username}-new`, role: 'blog-admin' });
});
