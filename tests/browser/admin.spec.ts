import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { contactDraft, ideaDraft, podDraft, userDraft } from '../drafts.ts';
import { admin, expect, ready, test, themes, useTheme } from './site.ts';

const token = async (request: APIRequestContext, who: object = admin): Promise<string> =>
  (await (await request.post('/api/admin/login', { data: who })).json()).token;

async function signIn(page: Page, who: { username: string; password: string } = admin) {
  await page.goto('/admin/login');
  await ready(page);
  await page.getByLabel('Username').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/login/);
}

/** A page that is signed in already, as it is after a reload. */
async function open(page: Page, path: string, who: object = admin) {
  const session = await (await page.request.post('/api/admin/login', { data: who })).json();
  await page.addInitScript(({ token: value, user }) => {
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', 'yes');
    localStorage.setItem('adminToken', value);
    localStorage.setItem('adminUser', JSON.stringify(user));
  }, session);
  await page.goto(path);
  await ready(page);
}

const unique = () => Math.random().toString(36).slice(2, 10);

async function makeUser(request: APIRequestContext, role: string) {
  const who = { username: `${role}-${unique()}`, password: 'six or more' };
  await request.post('/api/admin/users', {
    data: { ...userDraft, ...who, role },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  return who;
}

const create = async (request: APIRequestContext, kind: string, data: object) =>
  (
    await request.post(`/api/admin/${kind}`, {
      data,
      headers: { Authorization: `Bearer ${await token(request)}` },
    })
  ).json();

test.describe('the session', () => {
  test('without one every address leads to the sign-in', async ({ page }) => {
    for (const path of ['/admin', '/admin/pods', '/admin/nowhere']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/admin\/login$/);
    }
  });

  test('wrong credentials are told, and a second press while busy is ignored', async ({
    page,
    console: said,
  }) => {
    let asked = 0;
    await page.route('**/api/admin/login', async (route) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.goto('/admin/login');
    await ready(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
    expect(asked).toBe(1);
    await page.unroute('**/api/admin/login');
    await page.route('**/api/admin/login', (route) => route.abort());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
    said.length = 0;
  });

  test('the password can be shown and hidden', async ({ page }) => {
    await page.goto('/admin/login');
    await ready(page);
    const field = page.getByLabel('Password', { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(field).toHaveAttribute('type', 'password');
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
    console: said,
  }) => {
    await page.addInitScript(() => {
      localStorage.setItem('adminToken', 'x'.repeat(43));
      localStorage.setItem('adminUser', JSON.stringify({ username: 'ghost', role: 'admin' }));
    });
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(said.every((line) => /401/.test(line))).toBe(true);
    said.length = 0;
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
    console: said,
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
    said.length = 0;
    await page.getByLabel('Username').fill(who.username);
    await page.getByLabel('Password', { exact: true }).fill('another one');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`edit=${pod.id}`));
    await expect(name).toHaveValue('Typed before the session ended');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('heading', { name: 'Typed before the session ended' }),
    ).toBeVisible();
  });
});

test.describe('roles', () => {
  const everything = [
    'Dashboard',
    'Pods',
    'Apps',
    'Blogs',
    'Applications',
    'Ideas',
    'Contacts',
    'Users',
  ];

  test('an admin sees everything, the current entry marked', async ({ page }) => {
    await open(page, '/admin');
    const entries = page.getByRole('navigation', { name: 'Staff area' }).getByRole('link');
    await expect(entries).toHaveText(everything);
    for (const name of everything) {
      await entries.filter({ hasText: name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(entries.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('[aria-current=page]')).toHaveCount(1);
    }
  });

  test('any other address below /admin is the dashboard', async ({ page }) => {
    await open(page, '/admin/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  });

  test('a blog-admin sees the dashboard, blogs and settings, and nothing else', async ({
    page,
    request,
  }) => {
    const who = await makeUser(request, 'blog-admin');
    await open(page, '/admin', who);
    await expect(page.getByRole('navigation', { name: 'Staff area' }).getByRole('link')).toHaveText(
      ['Dashboard', 'Blogs'],
    );
    await expect(page.getByRole('link', { name: /Manage/ })).toHaveText([/Manage Blogs/]);
    await expect(page.getByRole('heading', { name: 'Milestones' })).toHaveCount(0);
    for (const path of ['pods', 'apps', 'applications', 'ideas', 'contacts', 'users']) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
    }
    for (const [path, heading] of [
      ['blogs', 'Blogs'],
      ['settings', 'Settings'],
    ] as const) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
  });

  test('a role that is not known is denied', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('adminToken', 'x'.repeat(43));
      localStorage.setItem('adminUser', JSON.stringify({ username: 'odd', role: 'owner' }));
    });
    await page.route('**/api/admin/blogs', (route) => route.fulfill({ json: [] }));
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(
      page.getByText('You need admin privileges to access this dashboard.'),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Staff area' })).toHaveCount(0);
  });
});

test('the dashboard counts, and says 12%', async ({ page, request }) => {
  await open(page, '/admin');
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
});

test.describe('editing', () => {
  test('a pod is added with its defaults, changed and deleted', async ({ page }) => {
    const name = `Turnstone ${unique()}`;
    await open(page, '/admin/pods');
    await page.getByRole('button', { name: 'Add Pod' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.locator('.error'), 'no message is shown').toHaveCount(0);
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Description').fill('Turns stones.');
    await dialog.getByLabel('Progress').fill('');
    await dialog.getByLabel('Team size').fill('');
    const tags = dialog.getByLabel('Technologies', { exact: false }).last();
    await tags.fill('Rust');
    await tags.press('Enter');
    await tags.pressSequentially('SQL,Go,Zig,');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const card = page.locator('.admin-card', { hasText: name });
    await expect(card).toContainText('Active');
    await expect(card).toContainText('0%');
    await expect(card).toContainText('1 members');
    await expect(card.getByRole('listitem')).toHaveText(['Rust', 'SQL', 'Go', '+1 more']);

    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(page).toHaveURL(/edit=turnstone/);
    await dialog.getByLabel('Status').selectOption('On Hold');
    await dialog.getByLabel('Progress').fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('On Hold');
    await expect(card).toContainText('40%');

    await card.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toContainText(
      `Are you sure you want to delete "${name}"? This action cannot be undone.`,
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(card).toHaveCount(0);
  });

  test('two admins at one pod: nothing is overwritten silently', async ({
    page,
    request,
    console: said,
  }) => {
    const pod = await create(request, 'pods', { ...podDraft, name: `Ruff ${unique()}` });
    await open(page, `/admin/pods?edit=${pod.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Mine');
    await request.put(`/api/admin/pods/${pod.id}`, {
      data: { ...podDraft, name: pod.name, description: 'Theirs' },
      headers: { Authorization: `Bearer ${await token(request)}` },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog.getByRole('alert');
    await expect(conflict).toContainText('Somebody has changed this in the meantime');
    await expect(conflict).toContainText('Theirs');
    await expect(conflict).toContainText('Mine');
    await expect(dialog.getByLabel('Description')).toHaveValue('Mine');
    said.length = 0;
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(dialog).toBeHidden();
    const pods = await (await request.get('/api/pods')).json();
    expect(pods.find(({ id }: { id: string }) => id === pod.id).description).toBe('Mine');
  });

  test('a failed save keeps the dialog and what was typed', async ({ page, console: said }) => {
    await open(page, '/admin/apps?edit=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Kept');
    await dialog.getByLabel('Description').fill('Still here');
    await page.route('**/api/admin/apps', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast')).toContainText('Failed to create app');
    await expect(dialog.getByLabel('Name')).toHaveValue('Kept');
    said.length = 0;
    await page.reload();
    await ready(page);
    await expect(dialog.getByLabel('Name')).toHaveValue('Kept');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add App' }).click();
    await expect(dialog.getByLabel('Name'), 'thrown away on purpose').toHaveValue('');
  });

  test('an app with its links and its pod', async ({ page, request }) => {
    const name = `Tideline ${unique()}`;
    await open(page, '/admin/apps?edit=new');
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
  });

  test('a post is written with a preview of how it will read', async ({ page, request }) => {
    const title = `Mud ${unique()}`;
    await open(page, '/admin/blogs?edit=new');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Minutes to read')).toHaveValue('5');
    await expect(dialog.getByText('Time zone: UTC')).toBeVisible();
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Content').fill('## Wet\n\n*very* <b>wet</b>');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Wet' })).toBeVisible();
    await expect(preview.locator('em')).toHaveText('very');
    await expect(preview).toContainText('<b>wet</b>');
    await dialog.getByLabel('Minutes to read').fill('');
    await dialog.getByLabel('Show it first').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const card = page.locator('.admin-card', { hasText: title });
    await expect(card).toContainText('Featured');
    await expect(card).toContainText('5 min read');
    const blogs = await (await request.get('/api/blogs')).json();
    const saved = blogs.find((blog: { title: string }) => blog.title === title);
    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog.getByLabel('Content')).toHaveValue(/very/);
    await dialog.getByLabel('Excerpt').fill('Wet, very.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('Wet, very.');
    const after = await (await request.get(`/api/blogs/${saved.id}`)).json();
    expect(after.publishedAt, 'a time that was not touched stays to the millisecond').toBe(
      saved.publishedAt,
    );
    await card.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(card).toHaveCount(0);
  });

  test('milestones are edited on the dashboard', async ({ page }) => {
    const title = `First tide ${unique()}`;
    await open(page, '/admin');
    await page.getByRole('button', { name: 'Add Milestone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill('The first that held.');
    await dialog.getByLabel('Type').selectOption('achievement');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const entry = page.locator('.entry', { hasText: title });
    await expect(entry).toContainText('achievement');
    await entry.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(entry).toHaveCount(0);
  });
});

test.describe('reviewing', () => {
  test('an idea by keyboard: move, open, decide, next, close', async ({ page, request }) => {
    const title = `Meter ${unique()}`;
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `${title} b` } });
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `${title} a` } });
    await open(page, '/admin/ideas');
    await expect(page.locator('.tile dt')).toHaveText([
      'Total',
      'Pending',
      'Under Review',
      'Approved',
      'In Development',
    ]);
    await expect(page.locator('.entry').first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const selected = page.locator('.entry[data-selected] h2');
    const chosen = await selected.textContent();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: chosen ?? '' });
    await expect(sheet).toBeVisible();
    await expect(page).toHaveURL(/open=/);
    for (const term of [
      'Problem statement',
      'Proposed AI-driven solution',
      'Target audience/beneficiary',
      'Expected impact/benefits',
      'Required expertise',
      'Potential MVP success metrics',
      'Dependencies/prerequisites',
    ]) {
      await expect(sheet).toContainText(term);
    }
    await sheet.getByLabel('Status').selectOption('approved');
    await sheet.getByLabel('Notes').fill('Ask for the photos.');
    await sheet.getByRole('button', { name: 'Save status' }).click();
    await expect(page.locator('.toast')).toContainText('Status saved');
    await expect(sheet.locator('.badge').first()).toHaveText('Approved');
    await sheet.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('dialog').getByRole('heading').first()).not.toHaveText(
      chosen ?? '',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).not.toHaveURL(/open=/);
    const saved = await (
      await request.get('/api/admin/ideas', {
        headers: { Authorization: `Bearer ${await token(request)}` },
      })
    ).json();
    expect(saved.find((idea: { title: string }) => idea.title === chosen)).toMatchObject({
      status: 'approved',
      notes: 'Ask for the photos.',
    });
  });

  test('a link to one submission opens it; the filter is in the address', async ({
    page,
    request,
  }) => {
    const ideas = await (await request.get('/api/ideas')).json();
    await open(page, `/admin/ideas?open=${ideas.at(-1).id}`);
    await expect(page.getByRole('dialog', { name: ideas.at(-1).title })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByLabel('Status').selectOption('rejected');
    await expect(page).toHaveURL(/status=rejected/);
    await expect(page.locator('.entry .badge').first()).toHaveText('Rejected');
  });

  test('applications show what was sent', async ({ page }) => {
    await open(page, '/admin/applications');
    await expect(page.locator('.tile dt')).toHaveText(['Total', 'Pending', 'Reviewed', 'Accepted']);
    await expect(page.locator('.entry').first()).toContainText(/Applied .+ ago/);
    const rich = page.locator('.entry', { hasText: '+' }).first();
    await expect(rich.getByRole('listitem')).toHaveCount(6);
    await rich.getByRole('button', { name: /^View/ }).click();
    const sheet = page.getByRole('dialog');
    for (const text of ['Personal information', 'Mattermost handle', 'Circles', 'Motivation']) {
      await expect(sheet).toContainText(text);
    }
    await page.keyboard.press('Escape');
    await page.getByLabel('Status').selectOption('rejected');
    await expect(page.getByRole('status').first()).toContainText(/\d+ application/);
  });

  test('a contact’s status changes inline, at once, and rolls back where it is refused', async ({
    page,
    request,
    console: said,
  }) => {
    const subject = `Porto ${unique()}`;
    await request.post('/api/contact', { data: { ...contactDraft, subject } });
    await open(page, '/admin/contacts');
    await page.getByRole('searchbox').fill(subject);
    await expect(page.getByText('1 submission(s)')).toBeVisible();
    const entry = page.locator('.entry', { hasText: subject });
    const select = entry.getByLabel(`Status of ${subject}`);
    await select.selectOption('replied');
    await expect(entry.locator('.badge').first()).toHaveText('Replied');
    await page.route('**/api/admin/contacts/*/status', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ status: 500, json: { error: 'no' } });
    });
    await select.selectOption('closed');
    await expect(entry.locator('.badge').first(), 'at once').toHaveText('Closed');
    await expect(entry.locator('.badge').first(), 'rolled back').toHaveText('Replied');
    await expect(page.locator('.toast')).toContainText('Failed to update status');
    said.length = 0;
    await page.getByRole('searchbox').fill('nothing says this');
    await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible();
    await page.getByRole('searchbox').fill(subject);
    await entry.getByRole('button', { name: /Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(entry).toHaveCount(0);
  });

  test('empty inboxes say so, and a failure can be retried', async ({ page, console: said }) => {
    for (const [path, text] of [
      ['applications', 'No applications found'],
      ['ideas', 'No idea submissions found'],
      ['contacts', 'Contact form submissions will appear here when users submit the contact form.'],
    ] as const) {
      await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ json: [] }));
      await open(page, `/admin/${path}`);
      await expect(page.getByText(text)).toBeVisible();
      await page.unroute(`**/api/admin/${path}`);
    }
    await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto('/admin/users');
    await expect(page.getByText('Failed to fetch users')).toBeVisible();
    said.length = 0;
    await page.unroute('**/api/admin/users');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('.entry').first()).toBeVisible();
  });

  test('10,000 submissions stay quick', async ({ page, request }) => {
    const [idea] = await (
      await request.get('/api/admin/ideas', {
        headers: { Authorization: `Bearer ${await token(request)}` },
      })
    ).json();
    await page.route('**/api/admin/ideas', (route) =>
      route.fulfill({
        json: Array.from({ length: 10_000 }, (_, index) => ({
          ...idea,
          id: `idea-${index}`,
          title: `Idea ${index}`,
          status: index % 100 === 0 ? 'rejected' : 'pending',
        })),
      }),
    );
    await open(page, '/admin/ideas');
    await expect(page.getByText('10000 submissions')).toBeVisible();
    expect(await page.locator('.entry').count()).toBeLessThan(500);
    await page.getByLabel('Status').selectOption('rejected');
    await expect(page.getByText('100 submissions')).toBeVisible();
  });
});

test.describe('users and settings', () => {
  test('a user is added, changed and deleted, without being asked', async ({ page }) => {
    const name = `robin-${unique()}`;
    await open(page, '/admin/users');
    await expect(
      page.getByText('Admins can add, edit, change roles of, and delete users.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add User' }).click();
    const panel = page.locator('.add-user');
    await expect(panel.getByLabel('Role')).toHaveValue('blog-admin');
    await panel.getByLabel('Username').fill(`  ${name} `);
    await panel.getByLabel('Password', { exact: true }).fill('six-or-more');
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
    await row.getByRole('button', { name: 'Edit' }).click();
    await edit.getByLabel('Role').selectOption('admin');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(row.locator('.badge')).toHaveText('admin');
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row).toHaveCount(0);
  });

  test('what the server refuses is said', async ({ page, console: said }) => {
    await open(page, '/admin/users');
    await page.getByRole('button', { name: 'Add User' }).click();
    const panel = page.locator('.add-user');
    await panel.getByLabel('Username').fill('ADMIN');
    await panel.getByLabel('Password', { exact: true }).fill('six-or-more');
    await panel.getByLabel('Confirm password', { exact: true }).fill('six-or-more');
    await panel.getByRole('button', { name: 'Add User' }).click();
    await expect(page.locator('.toast')).toContainText('This username is taken.');
    said.length = 0;
  });

  test('settings follow the rules for passwords', async ({ page, request, console: said }) => {
    const who = await makeUser(request, 'blog-admin');
    await open(page, '/admin/settings', who);
    await expect(page.getByLabel('Role')).toHaveAttribute('readonly', '');
    await expect(page.getByText('Your role cannot be changed')).toBeVisible();
    const save = page.getByRole('button', { name: 'Save changes' });
    const toast = page.locator('.toast');
    await page.locator('#newPassword').fill('long enough');
    await save.click();
    await expect(toast).toContainText('Current password is required to change password');
    await page.locator('#currentPassword').fill('wrong');
    await page.locator('#confirmPassword').fill('other');
    await save.click();
    await expect(toast).toContainText('New passwords do not match');
    await page.locator('#newPassword').fill('12345');
    await page.locator('#confirmPassword').fill('12345');
    await save.click();
    await expect(toast).toContainText('New password must be at least 6 characters long');
    await page.locator('#newPassword').fill('123456');
    await page.locator('#confirmPassword').fill('123456');
    await save.click();
    await expect(toast).toContainText('Update Failed');
    await expect(toast).toContainText('Current password is incorrect');
    said.length = 0;
    await page.locator('#currentPassword').fill(who.password);
    await page.getByLabel('Username').fill(`${who.username}-new`);
    await save.click();
    await expect(toast).toContainText('Profile Updated');
    await expect(toast).toContainText('Your profile has been updated successfully.');
    await expect(page.locator('.user b')).toHaveText(`${who.username}-new`);
    await token(request, { username: `${who.username}-new`, password: '123456' });
  });
});

async function axe(page: Page) {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

for (const theme of themes) {
  for (const width of [1440, 390]) {
    test(`the staff area in ${theme} at ${width} px is accessible`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await useTheme(page, theme);
      await page.goto('/admin/login');
      await ready(page);
      await axe(page);
      const addresses = [
        '',
        '/pods',
        '/apps',
        '/blogs',
        '/applications',
        '/ideas',
        '/contacts',
        '/settings',
        '/users',
        '/pods?edit=new',
      ];
      for (const address of addresses) {
        await open(page, `/admin${address}`);
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
        if (address.includes('edit')) await expect(page.getByRole('dialog')).toBeVisible();
        await axe(page);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          address,
        ).toBeLessThanOrEqual(0);
      }
    });
  }
}

test('on a phone the sidebar is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin');
  const nav = page.getByRole('navigation', { name: 'Staff area' });
  await expect(nav).toBeHidden();
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await nav.getByRole('link', { name: 'Ideas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
  await expect(nav).toBeHidden();
});
