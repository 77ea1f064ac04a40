import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { isFull, seeded, times } from '../torture/rows.ts';
import { mailAddresses, type Payload, payloads } from '../torture/xss.ts';
import { expectClean, inTurns, look, test, visit } from './hostile.ts';
import {
  chosen,
  hostileDraft,
  type Kind,
  type KindName,
  kindNames,
  kinds,
  taken,
} from './hostile-drafts.ts';
import { expect, ready } from './site.ts';
import { open } from './staff.ts';

/**
 * Every field holds an attack (XSS). No part of it may run, open or load anything, and the Content Security Policy must
 * have nothing to block: it is the second line of defence, not the first.
 */

test.describe.configure({ mode: 'default', timeout: isFull ? 2 * 60 * 60_000 : 120_000 });

const tell = (figures: string) => isFull && console.log(figures);

/** A random sample of the list; the whole list in a full run. */
function some<Item>(list: readonly Item[], sample: number, full = list.length): Item[] {
  const random = seeded();
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, times(full, sample))
    .map(({ item }) => item);
}

/** Finds the dialog by its element: a search by role is slow among thousands of entries. */
const dialogOf = (page: Page) => page.locator('dialog[open]');

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

test('the payloads are many, and each is noticed where it is not escaped', async ({
  page,
  place,
  noticed,
  expectMessage,
}) => {
  const shapes = new Set(payloads.map(({ id, text }) => text.replaceAll(String(id), '#').trim()));
  expect(shapes.size).toBeGreaterThanOrEqual(300);
  const asHtml = chosen.filter(({ isMarkup }) => isMarkup);
  await page.route('**/bare/**', (route) => {
    const payload = asHtml.find(({ id }) => route.request().url().endsWith(`/bare/${id}`));
    // Elements of our pages that an attack may aim at.
    const html = `<!doctype html><meta name=scripts><meta name=modules><title>x</title><body><script id=state
      type=application/json>{}</script>${payload?.text}`;
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  const missed: string[] = [];
  for (const { id, text } of asHtml) {
    noticed.length = 0;
    // The payload may navigate away.
    await page.goto(`${place.url}/bare/${id}`).catch(() => {});
    const { problems } = await look(page).catch(() => ({ problems: ['gone'] }));
    if (noticed.length + problems.length === 0) missed.push(text);
  }
  expect(missed).toEqual([]);
  noticed.length = 0;
  // The payloads run here, and any message may come.
  expectMessage('');
  tell(`${payloads.length} payloads in ${shapes.size} forms, ${asHtml.length} noticed as HTML`);
});

test('what a field cannot take is refused, and only web addresses are links', async ({ place }) => {
  const { send, made } = place;
  let refusals = 0;
  async function expectRefused(method: string, address: string, body: object, fields: string[]) {
    const answer = await send(method, address, body);
    const said = `${method} ${address} ${JSON.stringify(body)}`;
    expect(answer.status, said).toBe(422);
    expect(Object.keys(answer.body.fields), said).toEqual(expect.arrayContaining(fields));
    refusals += fields.length;
  }
  await inTurns(chosen, async ({ text, isWeb, isRefused }) => {
    for (const name of kindNames) {
      const kind: Kind = kinds[name];
      const fields = [
        ...kind.closed,
        ...(isWeb ? [] : kind.links),
        ...(isRefused ? [...kind.texts, ...kind.lists] : []),
      ];
      const value = (field: string) => (Array.isArray(kind.draft[field]) ? [text] : text);
      const body = {
        ...kind.draft,
        ...Object.fromEntries(fields.map((field) => [field, value(field)])),
      };
      await expectRefused('POST', kind.path, body, fields);
      const { change } = kind;
      if (change)
        await expectRefused(change.method, `${change.path}/${made[name][0]}`, body, fields);
    }
    await expectRefused('POST', '/api/admin/apps', { ...kinds.apps.draft, podId: text }, ['podId']);
    await expectRefused('POST', '/api/admin/log', { ...kinds.log.draft, podId: text }, ['podId']);
    for (const name of ['ideas', 'applications', 'contacts'] as const) {
      const address = `/api/admin/${name}/${made[name][0]}/status`;
      await expectRefused('PATCH', address, { status: text }, ['status']);
    }
  });
  tell(`${refusals} hostile values refused`);
});

/** For each payload the id of its entry, encoded for an address, and the payload's text. */
const addresses = (made: Record<KindName, string[]>, kind: KindName) =>
  made[kind].map((id, at) => ({ id: encodeURIComponent(id), text: taken[at]?.text ?? '' }));

test('visitors read hostile texts as texts', async ({ page, place }) => {
  const texts = taken.map(({ text }) => text);
  const policies = new Set<string | undefined>();
  const see = async (address: string, wanted: string[]) => {
    const response = await visit(page, address, wanted);
    expect(response?.status()).toBe(200);
    policies.add(response?.headers()['content-security-policy']);
  };
  await see('/', texts);
  for (const at of some([...taken.keys()], 3)) {
    await page.locator('.project a.link').nth(at).dispatchEvent('click');
    await expect(dialogOf(page)).toHaveCount(1);
    await expectClean(page, [], 'dialog');
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog'), 'gone, not only closed').toHaveCount(0);
  }
  await see('/ideas?shown=1000', texts);
  await see('/blog?shown=1000', texts);
  await see(`/blog/${place.everything}`, []);
  const posts = addresses(place.made, 'blogs');
  for (const { id, text } of some(posts, 5)) await see(`/blog/${id}`, [text]);
  const ideas = addresses(place.made, 'ideas');
  for (const { id, text } of some(ideas, 3)) await see(`/ideas/any-words-${id}`, [text]);
  const pods = addresses(place.made, 'pods');
  for (const { id, text } of some(pods, 2)) await see(`/pods/${id}`, [text]);
  const projects = addresses(place.made, 'apps');
  for (const { id, text } of some(projects, 3)) await see(`/project/${id}`, [text]);
  // As a text to search for, and among the results.
  for (const { text } of some(
    taken.filter(({ text }) => text.trim().length > 1 && text.trim().length <= 100),
    6,
  )) {
    await see(`/search?${new URLSearchParams({ q: text, in: 'ideas' })}`, [text]);
  }
  // Again by navigation within the page: rendered by the browser instead of the server.
  for (const { id, text } of [
    { id: place.everything, text: 'Everything at once' },
    ...some(posts, 3),
  ]) {
    await move(page, `/blog/${id}`);
    await expect
      .poll(async () => oneLine((await page.locator('main h1').textContent()) ?? ''))
      .toBe(oneLine(text));
    await expectClean(page);
  }
  expect(policies.size, 'a page allows the same scripts, whatever is written on it').toBe(1);
  tell(`${taken.length} payloads on 3 public lists, and as many posts, projects and dialogs`);
});

/** Navigates within the page, as a link does. */
const move = (page: Page, address: string) =>
  page.evaluate((to) => history.pushState(null, '', to), address);

/** Characters that XML does not allow are replaced by U+FFFD. */
const inXml = (text: string) => text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

test('the receipt shows what was sent, the answer and the conversation as texts', async ({
  page,
  place,
}) => {
  const receipts = place.receipts.map((address, at) => ({ address, text: taken[at]?.text ?? '' }));
  for (const { address, text } of some(receipts, 4)) {
    await visit(page, address, [text]);
    // The answer, and one message of each side.
    const shown = oneLine((await page.locator('main').textContent()) ?? '');
    expect(shown.split(oneLine(text)).length, text).toBeGreaterThan(3);
  }
});

test('feeds stay well-formed, whatever is in them', async ({ page, place }) => {
  await page.goto('/');
  const database = new DatabaseSync(path.join(place.dataDir, 'fledge.db'), { timeout: 5000 });
  const publish = database.prepare('update blogs set published_at = ? where id = ?');
  const broken: string[] = [];
  const parses = async (address: string) =>
    page.evaluate(async (from) => {
      const text = await (await fetch(from)).text();
      const xml = new DOMParser().parseFromString(text, 'text/xml');
      return {
        error: xml.querySelector('parsererror')?.textContent ?? '',
        strange: xml.querySelectorAll('img, script, svg, iframe, a').length,
        titles: [...xml.querySelectorAll('entry > title')].map((title) => title.textContent),
      };
    }, address);
  // The feed holds only the newest posts, so each post is made the newest in turn.
  const turns = [
    ...place.made.blogs.map((id, at) => ({ id, title: taken[at]?.text ?? '' })),
    { id: place.everything, title: 'Everything at once' },
  ];
  for (const [at, { id, title }] of turns.entries()) {
    publish.run(new Date(Date.UTC(2030, 0, 1) + at).toISOString(), id);
    const { error, strange, titles } = await parses('/blog/feed.xml');
    if (error) broken.push(`${JSON.stringify(title)}: ${error.slice(0, 200)}`);
    else expect(oneLine(titles[0] ?? '')).toBe(oneLine(inXml(title)));
    expect(strange).toBe(0);
    publish.run(new Date(Date.UTC(2020, 0, 1) + at).toISOString(), id);
  }
  database.close();
  expect(broken).toEqual([]);
  expect((await parses('/sitemap.xml')).error).toBe('');
  expect(await parses('/feed.xml')).toMatchObject({ error: '', strange: 0 });
});

test('an address that attacks is only an address', async ({ page, place, expectMessage }) => {
  const attackers = some(chosen, 2, 10);
  await open(page, '/admin');
  for (const { text } of attackers) {
    const inside = encodeURIComponent(text.toWellFormed());
    // As typed into the address bar: the browser encodes only what it must.
    const typed = text.toWellFormed().replaceAll('#', '');
    for (const address of [
      `/ideas?q=${inside}&status=${inside}&shown=${inside}#${typed}`,
      `/blog?q=${typed.replaceAll('&', '')}&category=${inside}#${inside}`,
      `/?category=${inside}#${typed}`,
      `/admin/ideas?open=${inside}&status=${inside}&q=${inside}#${typed}`,
      `/admin/blogs?edit=${inside}&q=${inside}&category=${inside}`,
    ]) {
      await visit(page, address);
    }
    for (const address of [`/${inside}`, `/blog/${inside}`, `/project/${inside}?${typed}`]) {
      expect((await visit(page, address))?.status(), address).toBe(404);
      expectMessage('status of 404');
    }
  }
  await visit(page, '/blog');
  for (const { text } of attackers) {
    await page.getByRole('searchbox').fill(oneLine(text));
    await expectClean(page);
  }
  for (const odd of ['//canary.invalid/', '/\\canary.invalid/', '/.//canary.invalid/', '///']) {
    const { headers } = await fetch(place.url + odd, { redirect: 'manual' });
    const leads = new URL(headers.get('location') ?? '/', place.url);
    expect(leads.origin, odd).toBe(place.url);
  }
  tell(`${attackers.length} payloads in the path, query and hash of 8 addresses`);
});

test('what is typed into a form stays a text, in the form and in what it answers', async ({
  page,
}) => {
  for (const { id, text } of some(taken, 1, 4)) {
    for (const form of ['/submit-idea', '/join-team', '/contact']) {
      await page.goto(form);
      await ready(page);
      const fields = (which: string) =>
        page.locator(`main ${which}`).filter({ visible: true }).all();
      for (const field of await fields(':is(input[type=text], input[type=url], textarea)')) {
        await field.fill(text);
      }
      for (const field of await fields('input[type=email]')) {
        await field.fill(mailAddresses[id % mailAddresses.length] ?? '');
      }
      await page.locator('main form [type=submit]').click();
      await expectClean(page);
      await page.reload();
      await ready(page);
      await expectClean(page);
    }
  }
});

/** The staff pages with a list: the selector of an entry, and the query parameter that opens one. */
const lists = [
  { name: 'pods', entry: '.admin-card', param: 'edit' },
  { name: 'apps', entry: '.admin-card', param: 'edit' },
  { name: 'blogs', entry: '.admin-card', param: 'edit' },
  { name: 'applications', entry: '.entry', param: 'open' },
  { name: 'ideas', entry: '.entry', param: 'open' },
  { name: 'contacts', entry: '.entry', param: 'open' },
] as const;

/** Scrolls to the end of a list until all entries are drawn: the list grows when its end comes near. */
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

/** Waits until the dialog shows this text. */
const expectDialog = (page: Page, text: string) =>
  expect
    .poll(async () => oneLine((await dialogOf(page).textContent()) ?? ''))
    .toContain(oneLine(text));

test('staff read hostile texts as texts, in lists, sheets and editors', async ({ page, place }) => {
  const texts = taken.map(({ text }) => text);
  await open(page, '/admin');
  await expectClean(page, texts);
  for (const { id, text } of some(addresses(place.made, 'milestones'), 3)) {
    await move(page, `/admin?milestone=${id}`);
    await expectDialog(page, text);
    await expectClean(page, [], 'dialog');
  }
  await visit(page, '/admin/pods/log');
  await expect(page.locator('.entry').first()).toBeVisible();
  for (const { id, text } of some(addresses(place.made, 'log').slice(-24), 2)) {
    await move(page, `/admin/pods/log?edit=${id}`);
    await expectDialog(page, text);
    await expectClean(page, [], 'dialog');
  }
  for (const { name, entry, param } of lists) {
    await visit(page, `/admin/${name}`);
    await showAll(page, entry, taken.length);
    await expectClean(page, texts);
    // The question before a deletion contains the entry's name.
    const deletes = page.locator(`${entry} .btn-danger`);
    for (const at of some([...taken.keys()], 1, 4)) {
      await deletes.nth(at).dispatchEvent('click');
      await expect(dialogOf(page)).toContainText('Are you sure');
      await expectClean(page, [], 'dialog');
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog'), 'gone, not only closed').toHaveCount(0);
    }
    for (const { id, text } of some(addresses(place.made, name), 3)) {
      if (name === 'blogs') {
        const preview = page.waitForResponse('**/api/admin/preview');
        await visit(page, `/admin/blogs/${id}`);
        await preview;
        await expect(page.locator('.preview .prose > *').first()).toBeAttached();
        await expectClean(page, [], '.post-page');
        continue;
      }
      await move(page, `/admin/${name}?${param}=${id}`);
      await expectDialog(page, text);
      await expectClean(page, [], 'dialog');
    }
  }
  const rendered = page.waitForResponse('**/api/admin/preview');
  await visit(page, `/admin/blogs/${place.everything}`);
  await rendered;
  await expect(page.locator('.preview .prose > *').first()).toBeAttached();
  await expectClean(page);
  await visit(page, '/admin/users', texts);
  for (const { id } of some(addresses(place.made, 'users'), 3)) {
    await move(page, `/admin/users?edit=${id}`);
    await expect(page.locator('.user-edit')).toBeVisible();
    await expectClean(page, [], '.user-edit');
  }
  for (const { text } of some(taken, 2)) {
    await page.evaluate((username) => {
      const user = JSON.parse(localStorage.getItem('adminUser') ?? '{}');
      localStorage.setItem('adminUser', JSON.stringify({ ...user, username }));
    }, text);
    await visit(page, '/admin/settings', [text]);
  }
  tell(`${taken.length} payloads on 8 staff lists, and as many sheets, editors and previews`);
});

test('a conflict and a toast show hostile texts as texts', async ({
  page,
  place,
  expectMessage,
}) => {
  await open(page, '/admin');
  for (const { id, text } of some(taken, 1, 4)) {
    const at = taken.findIndex((payload) => payload.id === id);
    await visit(page, `/admin/ideas?open=${place.made.ideas[at]}`);
    await expectDialog(page, text);
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Notes').fill(`${text} mine`);
    const theirs = { status: 'rejected', notes: `${text} theirs` };
    await place.send('PATCH', `/api/admin/ideas/${place.made.ideas[at]}/status`, theirs);
    await sheet.getByRole('button', { name: 'Save status' }).click();
    await expectDialog(page, `${oneLine(text)} theirs`);
    await expectClean(page);
    await sheet.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.locator('.toast')).toContainText('Status saved');
    await expectClean(page);

    await visit(page, `/admin/apps?edit=${encodeURIComponent(place.made.apps[at] ?? '')}`);
    await expectDialog(page, text);
    await sheet.getByLabel('Description').fill(`${text} mine`);
    const app = { name: text, description: `${text} theirs` };
    await place.send('PUT', `/api/admin/apps/${place.made.apps[at]}`, app);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expectDialog(page, `${oneLine(text)} theirs`);
    await expectClean(page);
    expectMessage('status of 412');
  }
});

/** Addresses that no field accepts. */
const isBadAddress = ({ family, text, isRefused }: Payload) =>
  text.isWellFormed() &&
  (family === 'scripts as addresses' || (isRefused && text.includes('script:')));
const badAddresses = payloads.filter(isBadAddress);
const schemes = ['javascript:', 'data:text/html,', 'data:image/svg+xml,', 'vbscript:', 'file:'];

test('an address that got into the database in another way is no link and no picture', async ({
  page,
  place,
  noticed,
}) => {
  const hostile = [
    ...new Set([
      ...schemes.flatMap(
        (scheme) => badAddresses.find(({ text }) => text.startsWith(scheme)) ?? [],
      ),
      ...some(isFull ? chosen.filter(isBadAddress) : badAddresses, 1),
    ]),
  ];
  const database = new DatabaseSync(path.join(place.dataDir, 'fledge.db'), { timeout: 5000 });
  const create = async (name: KindName, text: string) => {
    const plain = { ...payloads[0], text, isWeb: false } as Payload;
    return String(
      (await place.send('POST', kinds[name].path, hostileDraft(kinds[name], plain))).body.id,
    );
  };
  const found: string[] = [];
  const check = async (where: string) => {
    const { problems } = await look(page);
    const values = await page.evaluate(() =>
      [...document.querySelectorAll('[href], [src]')].flatMap((element) => [
        element.getAttribute('href'),
        element.getAttribute('src'),
      ]),
    );
    const linked = hostile.filter(({ text }) => values.includes(text)).map(({ text }) => text);
    for (const what of [...problems, ...linked]) found.push(`${where} ${what}`);
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
  for (const [at, id] of place.made.users.entries()) setRole.run(taken[at]?.text ?? '', id);
  database.close();

  await open(page, '/admin/apps?q=App');
  await showAll(page, '.admin-card', hostile.length);
  await check('staff, apps');
  await page.goto('/admin/blogs?q=Blog');
  await showAll(page, '.admin-card', hostile.length);
  await check('staff, blogs');
  await page.goto('/blog?shown=1000');
  await check('posts');
  await page.goto('/admin/users');
  await expect(page.locator('.entry').first()).toBeVisible();
  await check('staff, users');
  await page.goto('/admin/applications');
  await expect(page.locator('.entry').first()).toBeVisible();
  for (const { id, text, application } of things) {
    await move(page, `/admin/applications?open=${application}`);
    await expectDialog(page, `Person ${id}`);
    await check(`staff, an application with ${JSON.stringify(text)}:`);
  }
  for (const { text, app, blog } of things) {
    await page.goto(`/project/${app}`);
    await check(`a project with ${JSON.stringify(text)}:`);
    await page.goto(`/blog/${blog}`);
    await check(`a post with ${JSON.stringify(text)}:`);
  }
  await page.goto('/');
  await ready(page);
  for (const { id } of hostile) {
    await page.getByRole('link', { name: `View Details of App ${id}`, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('the dialog of a project');
    await page.keyboard.press('Escape');
  }
  expect([...found, ...noticed]).toEqual([]);
  tell(`${hostile.length} bad addresses written straight into 8 columns`);
});
