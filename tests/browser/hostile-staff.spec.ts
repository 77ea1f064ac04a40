import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { isFullRun } from '../torture/attack.ts';
import { mailAddresses, type Payload, payloads } from '../torture/xss.ts';
import { test } from './hostile.ts';
import {
  acceptedPayloads,
  hostileDraft,
  type KindName,
  kinds,
  payloadsOfRun,
} from './hostile-drafts.ts';
import {
  dialogOf,
  expectClean,
  expectDialog,
  idsAndTexts,
  inspectPage,
  navigateWithin,
  oneLine,
  printFigures,
  sampleOf,
  visit,
} from './hostile-pages.ts';
import { expect, waitForHydration } from './site.ts';
import { openSignedIn } from './staff.ts';

/** The same checks as in hostile-public.spec.ts, for the staff area. */

test.describe.configure({ mode: 'default', timeout: isFullRun ? 2 * 60 * 60_000 : 120_000 });

/** The staff pages with a list, each with the selector of an entry, and the query parameter that opens an entry. */
const lists = [
  { name: 'pods', entry: '.admin-card', param: 'edit' },
  { name: 'apps', entry: '.admin-card', param: 'edit' },
  { name: 'blogs', entry: '.admin-card', param: 'edit' },
  { name: 'applications', entry: '.entry', param: 'open' },
  { name: 'ideas', entry: '.entry', param: 'open' },
  { name: 'contacts', entry: '.entry', param: 'open' },
] as const;

/** Waits until the list of this page has entries, after a navigation within the page. */
async function expectList(page: Page, name: string) {
  const title = page.locator('h1').filter({ visible: true });
  await expect(title).toHaveText(new RegExp(`^${name}$`, 'i'));
  await expect(page.locator('.admin-card, .entry').first()).toBeVisible();
}

/** Scrolls to the end of a list, again and again, until it shows all entries: it grows when its end is near. */
async function showAll(page: Page, entry: string, count: number) {
  await expect(async () => {
    await page.evaluate(async () => {
      scrollTo({ top: 0, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    });
    expect(await page.locator(entry).count()).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [50], timeout: 30_000 });
}

test('the staff area shows hostile texts as plain text, in lists, sheets and editors', async ({
  page,
  site,
}) => {
  const texts = acceptedPayloads.map(({ text }) => text);
  await openSignedIn(page, '/admin');
  await expectClean(page, texts);
  for (const { id, text } of sampleOf(idsAndTexts(site.made, 'milestones'), 1)) {
    await navigateWithin(page, `/admin?milestone=${id}`);
    await expectDialog(page, text);
    await expectClean(page, [], 'dialog');
  }
  await navigateWithin(page, '/admin/pods/log');
  await expect(page.locator('.entry').first()).toBeVisible();
  for (const { id, text } of sampleOf(idsAndTexts(site.made, 'log').slice(-24), 1)) {
    await navigateWithin(page, `/admin/pods/log?edit=${id}`);
    await expectDialog(page, text);
    await expectClean(page, [], 'dialog');
  }
  for (const { name, entry, param } of lists) {
    await navigateWithin(page, `/admin/${name}`);
    await expectList(page, name);
    await showAll(page, entry, acceptedPayloads.length);
    await expectClean(page, texts);
    // The confirmation dialog contains the entry's name.
    const deletes = page.locator(`${entry} .btn-danger`);
    for (const at of sampleOf([...acceptedPayloads.keys()], 1, 4)) {
      await deletes.nth(at).dispatchEvent('click');
      await expect(dialogOf(page)).toContainText('Are you sure');
      await expectClean(page, [], 'dialog');
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog'), 'gone, not only closed').toHaveCount(0);
    }
    for (const { id, text } of sampleOf(idsAndTexts(site.made, name), 1)) {
      if (name === 'blogs') {
        const preview = page.waitForResponse('**/api/admin/preview');
        await navigateWithin(page, `/admin/blogs/${id}`);
        await preview;
        await expect(page.locator('.preview .prose > *').first()).toBeAttached();
        await expectClean(page, [], '.post-page');
        continue;
      }
      await navigateWithin(page, `/admin/${name}?${param}=${id}`);
      await expectDialog(page, text);
      await expectClean(page, [], 'dialog');
    }
  }
  // A sample run previews one post: the HTML is that of the public page (see hostile-public.spec.ts) plus `data-line`.
  const articles = [site.everything, site.illustrated];
  for (const id of isFullRun ? articles : articles.slice(0, 1)) {
    const rendered = page.waitForResponse('**/api/admin/preview');
    await navigateWithin(page, `/admin/blogs/${id}`);
    await rendered;
    await expect(page.locator('.preview .prose > *').first()).toBeAttached();
    await expectClean(page);
  }
  await navigateWithin(page, '/admin/users');
  await expectClean(page, texts.slice(0, site.made.users.length));
  for (const { id } of sampleOf(idsAndTexts(site.made, 'users'), 1)) {
    await navigateWithin(page, `/admin/users?edit=${id}`);
    await expect(page.locator('.user-edit')).toBeVisible();
    await expectClean(page, [], '.user-edit');
  }
  for (const { text } of sampleOf(acceptedPayloads, 1)) {
    await page.evaluate((username) => {
      const user = JSON.parse(localStorage.getItem('adminUser') ?? '{}');
      localStorage.setItem('adminUser', JSON.stringify({ ...user, username }));
    }, text);
    await visit(page, '/admin/settings', [text]);
  }
  printFigures(
    `${acceptedPayloads.length} payloads on 8 staff lists, and as many sheets, editors and previews`,
  );
});

test('invitations show hostile names and addresses as plain text', async ({ page, site }) => {
  const names = sampleOf(
    acceptedPayloads.filter(({ text }) => text.length < 100),
    2,
    40,
  ).map(({ id, text }) => ({
    username: `Invited ${text.replace(/[\t\r\n]/g, ' ')}`,
    email: mailAddresses[id % mailAddresses.length]?.replace('@', `@i${id}.`),
  }));
  const links: string[] = [];
  for (const name of names) {
    const { status, body } = await site.send('POST', '/api/admin/invitations', name);
    expect(status, JSON.stringify(body)).toBe(201);
    const link = await site.send('POST', `/api/admin/invitations/${body.id}/link`);
    links.push(link.body.path);
  }
  await openSignedIn(page, '/admin/users');
  await expectClean(
    page,
    names.flatMap(({ username, email = '' }) => [username, email]),
  );
  for (const [at, link] of sampleOf([...links.entries()], 1)) {
    await page.goto('about:blank');
    await page.goto(site.url + link);
    await expect(page.getByLabel('Username')).toHaveValue(names[at]?.username ?? '');
    await expectClean(page);
  }
});

test('a conflict and a toast show hostile texts as plain text', async ({
  page,
  site,
  expectMessage,
}) => {
  await openSignedIn(page, '/admin/contacts');
  for (const { id, text } of sampleOf(acceptedPayloads, 1, 4)) {
    const at = acceptedPayloads.findIndex((payload) => payload.id === id);
    await navigateWithin(page, `/admin/ideas?open=${site.made.ideas[at]}`);
    await expectDialog(page, text);
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Notes').fill(`${text} mine`);
    const theirs = { status: 'rejected', notes: `${text} theirs` };
    await site.send('PATCH', `/api/admin/ideas/${site.made.ideas[at]}/status`, theirs);
    await sheet.getByRole('button', { name: 'Save status' }).click();
    await expectDialog(page, `${oneLine(text)} theirs`);
    await expectClean(page);
    await sheet.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.locator('.toast')).toContainText('Status saved');
    await expectClean(page);

    await navigateWithin(page, `/admin/apps?edit=${encodeURIComponent(site.made.apps[at] ?? '')}`);
    await expectDialog(page, text);
    await sheet.getByLabel('Description').fill(`${text} mine`);
    const app = { name: text, description: `${text} theirs` };
    await site.send('PUT', `/api/admin/apps/${site.made.apps[at]}`, app);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expectDialog(page, `${oneLine(text)} theirs`);
    await expectClean(page);
    expectMessage('status of 412');
  }
});

/** Selects payloads that are URLs which no field accepts. */
const isBadAddress = ({ family, text, isRefused }: Payload) =>
  text.isWellFormed() &&
  (family === 'scripts as addresses' || (isRefused && text.includes('script:')));
const badAddresses = payloads.filter(isBadAddress);
const schemes = ['javascript:', 'data:text/html,', 'data:image/svg+xml,', 'vbscript:', 'file:'];

test('a hostile address that is in the database is no link and no picture', async ({
  page,
  site,
  noticed,
}) => {
  const hostile = [
    ...new Set([
      ...schemes.flatMap(
        (scheme) => badAddresses.find(({ text }) => text.startsWith(scheme)) ?? [],
      ),
      ...sampleOf(isFullRun ? payloadsOfRun.filter(isBadAddress) : badAddresses, 1),
    ]),
  ];
  const database = new DatabaseSync(path.join(site.dataDir, 'fledge.db'), { timeout: 5000 });
  const create = async (name: KindName, text: string) => {
    const plain = { ...payloads[0], text, isWeb: false } as Payload;
    return String(
      (await site.send('POST', kinds[name].path, hostileDraft(kinds[name], plain))).body.id,
    );
  };
  const leaks: string[] = [];
  /** Checks the open page or, with `address`, the document that the server sends for this path. */
  const check = async (where: string, address?: string) => {
    const { problems } = address ? { problems: [] } : await inspectPage(page);
    const values = await page.evaluate(async (from) => {
      const shown = from
        ? new DOMParser().parseFromString(await (await fetch(from)).text(), 'text/html')
        : document;
      return [...shown.querySelectorAll('[href], [src]')].flatMap((element) => [
        element.getAttribute('href'),
        element.getAttribute('src'),
      ]);
    }, address);
    expect(values.length, where).toBeGreaterThan(10);
    const linked = hostile.filter(({ text }) => values.includes(text)).map(({ text }) => text);
    for (const what of [...problems, ...linked]) leaks.push(`${where} ${what}`);
  };
  const things: { id: number; text: string; app: string; blog: string; application: string }[] = [];
  for (const { id, text } of hostile) {
    const thing = {
      id,
      text,
      app: await create('apps', `App ${id}`),
      blog: await create('blogs', `Blog ${id}`),
      application: await create('applications', `Person ${id}`),
    };
    things.push(thing);
    database
      .prepare('update apps set demo_url = ?, github_url = ? where id = ?')
      .run(text, text, thing.app);
    database
      .prepare('update blogs set image_url = ?, external_url = ? where id = ?')
      .run(text, text, thing.blog);
    database
      .prepare(
        'update applications set linkedin = ?, github = ?, portfolio = ?, email = ? where id = ?',
      )
      .run(text, text, text, text, thing.application);
  }
  const setRole = database.prepare('update users set role = ? where id = ?');
  for (const [at, id] of site.made.users.entries())
    setRole.run(acceptedPayloads[at]?.text ?? '', id);
  database.close();

  await openSignedIn(page, '/admin/apps?q=App');
  await showAll(page, '.admin-card', hostile.length);
  await check('staff, apps');
  await navigateWithin(page, '/admin/blogs?q=Blog');
  await expectList(page, 'blogs');
  await showAll(page, '.admin-card', hostile.length);
  await check('staff, blogs');
  await navigateWithin(page, '/admin/users');
  await expectList(page, 'users');
  await check('staff, users');
  await navigateWithin(page, '/admin/applications');
  await expectList(page, 'applications');
  // Two URLs suffice here: the pages of projects and posts below test every URL, and all links use the same check.
  for (const { id, text, application } of sampleOf(things, 2)) {
    await navigateWithin(page, `/admin/applications?open=${application}`);
    await expectDialog(page, `Person ${id}`);
    await check(`staff, an application with ${JSON.stringify(text)}:`);
  }
  await page.goto('/blog?shown=1000');
  await waitForHydration(page);
  await check('posts');
  const title = page.getByRole('heading', { level: 1 });
  // Checks the HTML of the server for every URL. The browser renders with the same code, so two URLs suffice there.
  const inBrowser = new Set(sampleOf(things, 2).map(({ id }) => id));
  for (const { id, text, app, blog } of things) {
    for (const [address, name] of [
      [`/project/${app}`, `App ${id}`],
      [`/blog/${blog}`, `Blog ${id}`],
    ] as const) {
      if (inBrowser.has(id)) {
        await navigateWithin(page, address);
        await expect(title).toHaveText(name);
        await check(`${name} with ${JSON.stringify(text)}, by the browser:`);
      }
      await check(`${name} with ${JSON.stringify(text)}, by the server:`, address);
    }
  }
  await navigateWithin(page, '/');
  for (const { id } of sampleOf(hostile, 1)) {
    await page.getByRole('link', { name: `View Details of App ${id}`, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('the dialog of a project');
    await page.keyboard.press('Escape');
  }
  expect([...leaks, ...noticed]).toEqual([]);
  printFigures(`${hostile.length} bad addresses written straight into 8 columns`);
});
