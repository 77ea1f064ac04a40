import type { Page, Route } from '@playwright/test';
import { podDraft } from '../drafts.ts';
import { admin, expect, hold, holdScripts, isolatedTest, ready, test } from './site.ts';
import { create, makeUser, open, signIn, token, unique } from './staff.ts';

test('without one every address leads to the sign-in', async ({ page }) => {
  for (const path of ['/admin', '/admin/pods', '/admin/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/login$/);
  }
});

async function fillSignIn(page: Page, who: { username: string; password: string } = admin) {
  await page.getByLabel('Username').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
}

test('an address that needs one is opened after the sign-in, also when the page is loaded again', async ({
  page,
}) => {
  await page.goto('/workflow');
  await page.goto('/admin/ideas?status=pending');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.reload();
  await ready(page);
  await fillSignIn(page);
  await expect(page).toHaveURL(/\/admin\/ideas\?status=pending$/);
  await expect(page.getByLabel('Filter by status')).toHaveValue('pending');
  await expect(page.getByRole('main'), 'Tab goes on from here').toBeFocused();
  await page.goBack();
  await expect(page, 'the sign-in is not in the history').toHaveURL(/\/workflow$/);
});

test('the sign-in leads to no address outside the staff area', async ({ page }) => {
  for (const address of [
    'https://evil.example/admin',
    '//evil.example',
    '/administer',
    '/admin/login',
  ]) {
    await page.goto('/admin/login');
    await ready(page);
    await page.evaluate((kept) => sessionStorage.setItem('adminReturn', kept), address);
    await fillSignIn(page);
    await expect(page.getByRole('heading', { name: 'Dashboard' }), address).toBeVisible();
    await expect(page, address).toHaveURL(/\/admin$/);
    await page.evaluate(() => localStorage.clear());
  }
});

isolatedTest(
  'a check that the server does not answer is repeated until it does',
  async ({ page, expectMessage }) => {
    const answers = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, json: {} }),
    ];
    await page.route('**/api/admin/blogs', (route) => (answers.shift() ?? proceed)(route));
    const proceed = (route: Route) => route.continue();
    await page.clock.install();
    await open(page, '/admin/ideas?status=pending');
    await expect(page.getByText('Still trying to restore your session')).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page.getByLabel('Filter by status')).toHaveValue('pending', { timeout: 500 });
    }).toPass();
    expect(answers).toEqual([]);
    expectMessage('net::ERR_FAILED', 'status of 503');
  },
);

isolatedTest(
  'a check that is never answered ends it, with the reason, and the sign-in leads back',
  async ({ page, expectMessage }) => {
    let asked = 0;
    await page.route('**/api/admin/blogs', (route) => {
      asked += 1;
      return route.abort();
    });
    await page.clock.install();
    await open(page, '/admin/ideas?status=pending');
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page).toHaveURL(/\/admin\/login$/, { timeout: 500 });
    }).toPass();
    expect(asked).toBe(5);
    await expect(page.getByRole('alert')).toContainText('the server did not answer');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await fillSignIn(page);
    await expect(page).toHaveURL(/\/admin\/ideas\?status=pending$/);
    expectMessage('net::ERR_FAILED');
  },
);

test('the password can be shown, wrong credentials are told, and a second press while busy is ignored', async ({
  page,
  expectMessage,
}) => {
  let asked = 0;
  let answer = (route: Route) => route.continue();
  const release = await hold(page, '**/api/admin/login', (route) => {
    asked += 1;
    return answer(route);
  });
  await page.goto('/admin/login');
  await ready(page);
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).press('Enter');
  release();
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  expect(asked).toBe(1);
  answer = (route) => route.abort();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
  const wait = 'Too many tries. Try again in 60 seconds.';
  answer = (route) => route.fulfill({ status: 429, json: { error: wait } });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(wait);
  expectMessage('net::ERR_FAILED', 'status of 401', 'status of 429', 'Login failed');
});

test('it is stored, restored after a reload, and gone after logout', async ({ page }) => {
  await signIn(page);
  await expect(page).toHaveURL(/\/admin$/);
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'adminToken',
    'adminUser',
  ]);
  const checked = page.waitForRequest('**/api/admin/blogs');
  await page.reload();
  await checked;
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a stored session that is no longer good is cleared without a word', async ({
  page,
  expectMessage,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('adminToken', 'x'.repeat(43));
    localStorage.setItem('adminUser', JSON.stringify({ username: 'ghost', role: 'admin' }));
  });
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expectMessage('status of 401');
});

test('a logout in one tab ends the other', async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/admin\/login$/);
});

test('one that ends in the middle of an edit gives back what was typed', async ({
  page,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'admin');
  const pod = await create(request, 'pods', { ...podDraft, name: `Sanderling ${unique()}` });
  await signIn(page, who);
  await page.goto(`/admin/pods?edit=${pod.id}`);
  await ready(page);
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Typed before the session ended');
  const users = await (
    await request.get('/api/admin/users', {
      headers: { Authorization: `Bearer ${await token(request)}` },
    })
  ).json();
  const { id } = users.find(({ username }: { username: string }) => username === who.username);
  await request.patch(`/api/admin/users/${id}`, {
    data: { password: 'another one' },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expectMessage('status of 401');
  await fillSignIn(page, { ...who, password: 'another one' });
  await expect(page).toHaveURL(new RegExp(`edit=${pod.id}`));
  await expect(name).toHaveValue('Typed before the session ended');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Typed before the session ended' })).toBeVisible();
});

test('an answer of 401 or 403 ends it, and says so', async ({ page, expectMessage }) => {
  await open(page, '/admin/pods');
  for (const [status, list, name] of [
    [401, 'ideas', 'Ideas'],
    [403, 'contacts', 'Contacts'],
  ] as const) {
    await page.route(`**/api/admin/${list}?*`, (route) => route.fulfill({ status, json: {} }));
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.locator('.toast')).toContainText('Authentication required');
    await expect(page.getByRole('alert'), 'it outlasts the toast').toContainText(
      'Your session has ended.',
    );
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expectMessage(`status of ${status}`);
    await page.unroute(`**/api/admin/${list}?*`);
    await fillSignIn(page);
    await expect(page).toHaveURL(new RegExp(`/admin/${list}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
});

test('a late answer to an earlier session does not end the next one', async ({
  page,
  request,
  expectMessage,
}) => {
  const next = { ...(await makeUser(request, 'admin')) };
  const session = await (await request.post('/api/admin/login', { data: next })).json();
  await open(page, '/admin');
  const release = await hold(page, '**/api/admin/users', (route) =>
    route.request().headers().authorization === `Bearer ${session.token}`
      ? route.continue()
      : route.fulfill({ status: 401, json: {} }),
  );
  const asked = page.waitForRequest('**/api/admin/users');
  await page.getByRole('link', { name: 'Users' }).click();
  await asked;
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('adminToken', token);
    localStorage.setItem('adminUser', JSON.stringify(user));
    dispatchEvent(new Event('admin-login'));
  }, session);
  await expect(page.locator('.user b')).toHaveText(next.username);
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  release();
  await refused;
  await expect(page.getByRole('heading', { name: next.username })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users$/);
  expect(await page.locator('.toast').count(), 'and nothing is said about it').toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBe(session.token);
  expectMessage('status of 401');
});

test('a check that ends late does not sign out whoever has signed in meanwhile', async ({
  page,
  context,
  expectMessage,
}) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('adminToken')) return;
    localStorage.setItem('adminToken', 'x'.repeat(43));
    localStorage.setItem('adminUser', JSON.stringify({ username: 'ghost', role: 'admin' }));
  });
  const release = await hold(page, '**/api/admin/blogs');
  const checked = page.waitForRequest('**/api/admin/blogs');
  await page.goto('/admin');
  await checked;
  const other = await context.newPage();
  await other.goto('/admin/login');
  await other.evaluate(() => localStorage.clear());
  await signIn(other);
  const answered = page.waitForResponse('**/api/admin/blogs');
  release();
  expect((await answered).status()).toBe(401);
  await expect(page.locator('.user b')).toHaveText('admin');
  await other.reload();
  await expect(other.locator('.user b')).toHaveText('admin');
  expectMessage('status of 401');
});

test('a sign-in sent before the scripts arrive waits for them', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/admin/login', { waitUntil: 'commit' });
  const form = page.locator('form');
  await expect(form).toHaveAttribute('method', 'dialog');
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

const everything = [
  'Dashboard',
  'Pods',
  'Apps',
  'Blogs',
  'Applications',
  'Ideas',
  'Contacts',
  'Import',
  'Users',
];

test('an admin sees everything, the current entry marked; any other address is the dashboard', async ({
  page,
}) => {
  await open(page, '/admin');
  const entries = page.getByRole('navigation', { name: 'Staff area' }).getByRole('link');
  await expect(entries).toHaveText(everything);
  for (const name of everything) {
    await entries.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(entries.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('[aria-current=page]')).toHaveCount(1);
  }
  await page.goto('/admin/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});

test('a blog-admin sees the dashboard, blogs and settings, and nothing else', async ({
  page,
  request,
}) => {
  const who = await makeUser(request, 'blog-admin');
  await open(page, '/admin', who);
  await expect(page.getByRole('navigation', { name: 'Staff area' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Blogs',
  ]);
  await expect(page.getByRole('link', { name: /Manage/ })).toHaveText([/Manage Blogs/]);
  await expect(page.getByRole('heading', { name: 'Milestones' })).toHaveCount(0);
  for (const path of ['pods', 'apps', 'applications', 'ideas', 'contacts', 'import', 'users']) {
    await page.evaluate((to) => history.pushState(null, '', `/admin/${to}`), path);
    const denied = page.getByText("You don't have permission to access this page.");
    await expect(denied, path).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(denied).toHaveCount(0);
  }
  for (const [path, heading] of [
    ['blogs', 'Blogs'],
    ['settings', 'Settings'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', `/admin/${to}`), path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await page.goto('/admin/users');
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
});

test('a role that is not known is denied', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('adminToken', 'x'.repeat(43));
    localStorage.setItem('adminUser', JSON.stringify({ username: 'odd', role: 'owner' }));
  });
  await page.route('**/api/admin/blogs', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You need admin privileges to access this dashboard.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toHaveCount(0);
});
