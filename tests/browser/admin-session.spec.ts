import type { Page, Route } from '@playwright/test';
import { podDraft } from '../drafts.ts';
import { admin, expect, hold, holdScripts, isolatedTest, test, waitForHydration } from './site.ts';
import { colleague, create, openSignedIn, sessionOf, token, unique } from './staff.ts';

async function fillSignIn(page: Page) {
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
}

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('without a session every address leads to the sign-in, which shows errors and leads back', async ({
  page,
  expectMessage,
}) => {
  let requestCount = 0;
  let answer = (route: Route) => route.continue();
  const release = await hold(page, '**/api/admin/login', (route) => {
    requestCount += 1;
    return answer(route);
  });
  const signInPage = /\/admin\/login$/;
  /** Waits for the alert, and then until the button is no longer busy: a press before that is ignored. */
  const expectRefusal = async (text: string) => {
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  };
  await page.goto('/workflow');
  await page.goto('/admin/nowhere');
  await expect(page).toHaveURL(signInPage);
  for (const address of ['/admin', '/admin/ideas?status=pending']) {
    await page.evaluate((to) => history.replaceState(null, '', to), address);
    await expect(page, address).toHaveURL(signInPage);
  }
  await page.reload();
  await waitForHydration(page);

  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill('admin');
  await field.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await field.press('Enter');
  release();
  await expectRefusal('Invalid username or password');
  expect(requestCount, 'the second press').toBe(1);
  answer = (route) => route.abort();
  await page.keyboard.press('Enter');
  await expectRefusal('Login failed. Please try again.');
  const wait = 'Too many tries. Try again in 60 seconds.';
  answer = (route) => route.fulfill({ status: 429, json: { error: wait } });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(wait);
  expectMessage('net::ERR_FAILED', 'status of 401', 'status of 429', 'Login failed');

  answer = (route) => route.continue();
  await fillSignIn(page);
  await expect(page).toHaveURL(/\/admin\/ideas\?status=pending$/);
  await expect(page.getByLabel('Filter by status')).toHaveValue('pending');
  await expect(page.getByRole('main'), 'Tab goes on from here').toBeFocused();
  await page.goBack();
  await expect(page, 'the sign-in is not in the history').toHaveURL(/\/workflow$/);
});

test('the sign-in leads to no address outside the staff area, and a late 401 does not end the next session', async ({
  page,
  request,
  expectMessage,
}) => {
  await openSignedIn(page, '/admin');
  const session = await page.evaluate(() => ({ ...localStorage }));
  for (const address of [
    'https://evil.example/admin',
    '//evil.example',
    '/administer',
    '/admin/login',
  ]) {
    await page.evaluate(() => {
      localStorage.clear();
      dispatchEvent(new Event('admin-logout'));
    });
    await expect(page).toHaveURL(/\/admin\/login$/);
    await page.evaluate(
      ([to, stored]) => {
        sessionStorage.setItem('adminReturn', to);
        Object.assign(localStorage, stored);
        dispatchEvent(new Event('admin-login'));
      },
      [address, session] as const,
    );
    await expect(page, address).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' }), address).toBeVisible();
  }

  const next = await sessionOf(request, await colleague(request, 'admin'));
  const release = await hold(page, '**/api/admin/users', (route) =>
    route.request().headers().authorization === `Bearer ${next.token}`
      ? route.continue()
      : route.fulfill({ status: 401, json: {} }),
  );
  const requested = page.waitForRequest('**/api/admin/users');
  await page.getByRole('link', { name: 'Users' }).click();
  await requested;
  await page.evaluate(({ token: value, user }) => {
    localStorage.setItem('adminToken', value);
    localStorage.setItem('adminUser', JSON.stringify(user));
    dispatchEvent(new Event('admin-login'));
  }, next);
  await expect(page.locator('.user b')).toHaveText(next.user.username);
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  release();
  await refused;
  await expect(page.getByRole('heading', { name: next.user.username })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users$/);
  expect(await page.locator('.toast').count(), 'and nothing is said about it').toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBe(next.token);
  expectMessage('status of 401');
});

isolatedTest(
  'a session check without an answer is retried, then ends the session; the sign-in leads back',
  async ({ page, expectMessage }) => {
    let requestCount = 0;
    const abort = (route: Route) => route.abort();
    const proceed = (route: Route) => route.continue();
    let answer = abort;
    await page.route('**/api/admin/blogs', (route) => {
      requestCount += 1;
      return answer(route);
    });
    await page.clock.install();
    await openSignedIn(page, '/admin/ideas?status=pending');
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page).toHaveURL(/\/admin\/login$/, { timeout: 500 });
    }).toPass();
    expect(requestCount).toBe(5);
    await expect(page.getByRole('alert')).toContainText('the server did not answer');
    expect(await storedKeys(page)).toEqual([]);
    answer = proceed;
    await fillSignIn(page);
    await expect(page).toHaveURL(/\/admin\/ideas\?status=pending$/);

    const answers = [abort, (route: Route) => route.fulfill({ status: 503, json: {} })];
    answer = (route) => (answers.shift() ?? proceed)(route);
    await page.reload();
    await expect(page.getByText('Still trying to restore your session')).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page.getByLabel('Filter by status')).toHaveValue('pending', { timeout: 500 });
    }).toPass();
    expect(answers).toEqual([]);
    expectMessage('net::ERR_FAILED', 'status of 503');
  },
);

test('a sign-in before the scripts arrive waits for them; tabs share the session, and Logout ends it in both', async ({
  page,
  context,
}) => {
  const release = await holdScripts(page);
  await page.goto('/admin/login', { waitUntil: 'commit' });
  await expect(page.locator('form')).toHaveAttribute('method', 'dialog');
  await fillSignIn(page);
  release();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await storedKeys(page)).toEqual(['adminToken', 'adminUser']);

  const other = await context.newPage();
  const checked = other.waitForRequest('**/api/admin/blogs');
  await other.goto('/admin');
  await checked;
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await page.locator('.user').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await storedKeys(page)).toEqual([]);
  await expect(other).toHaveURL(/\/admin\/login$/);
});

test('an invalid stored session is cleared silently, but not a newer one; an unknown role is denied', async ({
  page,
  request,
  expectMessage,
}) => {
  const store = (entries: Record<string, string>) =>
    page.evaluate((values) => Object.assign(localStorage, values), entries);
  await page.addInitScript(() => {
    if (localStorage.getItem('adminToken')) return;
    localStorage.setItem('adminToken', 'x'.repeat(43));
    localStorage.setItem('adminUser', JSON.stringify({ username: 'ghost', role: 'admin' }));
  });
  const release = await hold(page, '**/api/admin/blogs');
  const checked = page.waitForRequest('**/api/admin/blogs');
  await page.goto('/admin');
  await checked;
  const newer = await token(request);
  await store({
    adminToken: newer,
    adminUser: JSON.stringify({ username: 'admin', role: 'admin' }),
  });
  const answered = page.waitForResponse('**/api/admin/blogs');
  release();
  expect((await answered).status()).toBe(401);
  await expect(page.locator('.user b')).toHaveText('admin');
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBe(newer);
  expectMessage('status of 401');

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await store({
    adminToken: 'x'.repeat(43),
    adminUser: JSON.stringify({ username: 'odd', role: 'owner' }),
  });
  await page.route('**/api/admin/blogs', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You need admin privileges to access this dashboard.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toHaveCount(0);
});

test('a 401 or 403 ends the session and says so; typed text is still there after the sign-in', async ({
  page,
  request,
  expectMessage,
}) => {
  /** Refuses requests to `address`, and asserts that the session ends when `act` sends one. Then signs in again. */
  async function endAndSignIn(status: number, address: string, act: () => Promise<void>) {
    await page.route(address, (route) => route.fulfill({ status, json: {} }));
    await act();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.locator('.toast')).toContainText('Authentication required');
    await expect(page.getByRole('alert'), 'it outlasts the toast').toContainText(
      'Your session has ended.',
    );
    expect(await storedKeys(page)).toEqual([]);
    expectMessage(`status of ${status}`);
    await page.unroute(address);
    await fillSignIn(page);
  }
  const pod = await create(request, 'pods', { ...podDraft, name: `Sanderling ${unique()}` });
  const typed = `Typed before the session ended ${unique()}`;
  await openSignedIn(page, `/admin/pods?edit=${pod.id}`);
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill(typed);
  await endAndSignIn(401, '**/api/admin/pods/*', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  );
  await expect(page).toHaveURL(new RegExp(`edit=${pod.id}`));
  await expect(name).toHaveValue(typed);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: typed })).toBeVisible();

  await endAndSignIn(403, '**/api/admin/contacts?*', () =>
    page.getByRole('link', { name: 'Contacts' }).click(),
  );
  await expect(page).toHaveURL(/\/admin\/contacts$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts');
});

test('a blog-admin sees the dashboard, blogs and settings, and nothing else', async ({
  page,
  request,
}) => {
  const denied = page.getByText("You don't have permission to access this page.");
  const go = (path: string) =>
    page.evaluate((to) => history.pushState(null, '', `/admin/${to}`), path);
  await openSignedIn(page, '/admin/users', await colleague(request, 'blog-admin'));
  await expect(denied).toBeVisible();
  const entries = page.getByRole('navigation', { name: 'Staff area' }).getByRole('link');
  await expect(entries).toHaveText(['Dashboard', 'Blogs']);
  await entries.filter({ hasText: 'Dashboard' }).click();
  await expect(denied).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Manage/ })).toHaveText([/Manage Blogs/]);
  await expect(page.getByRole('heading', { name: 'Milestones' })).toHaveCount(0);
  await go('pods/log');
  await expect(denied, 'no entry of the sidebar leads here').toBeVisible();
  for (const [path, heading] of [
    ['blogs', 'Blogs'],
    ['settings', 'Settings'],
  ] as const) {
    await go(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(denied).toHaveCount(0);
  }
});
