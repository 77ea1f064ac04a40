import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isFullRun } from '../torture/attack.ts';
import { mailAddresses, payloads } from '../torture/xss.ts';
import { inBatches, test, watch } from './hostile.ts';
import {
  acceptedPayloads,
  type Kind,
  kindNames,
  kinds,
  markup,
  payloadsOfRun,
} from './hostile-drafts.ts';
import {
  dialogOf,
  expectClean,
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

/**
 * Every text field has an XSS payload. No payload may run, open or load anything. The Content Security Policy must have
 * nothing to block either, because it is only the second line of defence.
 */

test.describe.configure({ mode: 'default', timeout: isFullRun ? 2 * 60 * 60_000 : 120_000 });

test('there are at least 300 payloads, and each is noticed in a page that does not escape it', async ({
  browser,
  site,
}) => {
  // The payloads run here. In the page of the fixtures, this and each console message would fail the test.
  await using context = await browser.newContext();
  const page = await context.newPage();
  const noticed = await watch(page);
  const shapes = new Set(payloads.map(({ id, text }) => text.replaceAll(String(id), '#').trim()));
  expect(shapes.size).toBeGreaterThanOrEqual(300);
  await page.route('**/bare/**', (route) => {
    const payload = markup.find(({ id }) => route.request().url().endsWith(`/bare/${id}`));
    // The page has the elements of real pages that payloads attack.
    const html = `<!doctype html><meta name=scripts><meta name=modules><title>x</title><body><script id=state
      type=application/json>{}</script>${payload?.text}`;
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  const missed: string[] = [];
  for (const { id, text } of markup) {
    noticed.length = 0;
    // `goto` fails if the payload navigates away.
    await page.goto(`${site.url}/bare/${id}`).catch(() => {});
    const { problems } = await inspectPage(page).catch(() => ({ problems: ['gone'] }));
    if (noticed.length + problems.length === 0) missed.push(text);
  }
  expect(missed).toEqual([]);
  printFigures(
    `${payloads.length} payloads in ${shapes.size} forms, ${markup.length} noticed as HTML`,
  );
});

test('fields refuse payloads that they cannot take, and links accept only http(s) addresses', async ({
  site,
}) => {
  const { send, made } = site;
  let refusals = 0;
  async function expectRefused(method: string, address: string, body: object, fields: string[]) {
    const answer = await send(method, address, body);
    const label = `${method} ${address} ${JSON.stringify(body)}`;
    expect(answer.status, label).toBe(422);
    expect(Object.keys(answer.body.fields), label).toEqual(expect.arrayContaining(fields));
    refusals += fields.length;
  }
  await inBatches(payloadsOfRun, async ({ text, isWeb, isRefused }) => {
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
  printFigures(`${refusals} hostile values refused`);
});

test('public pages show hostile texts as plain text', async ({ page, site }) => {
  const texts = acceptedPayloads.map(({ text }) => text);
  const policies = new Set<string | undefined>();
  const see = async (address: string, wanted: string[]) => {
    const response = await visit(page, address, wanted);
    expect(response?.status()).toBe(200);
    policies.add(response?.headers()['content-security-policy']);
  };
  await see('/', texts);
  for (const at of sampleOf([...acceptedPayloads.keys()], 1)) {
    await page.locator('.project a.link').nth(at).dispatchEvent('click');
    await expect(dialogOf(page)).toHaveCount(1);
    await expectClean(page, [], 'dialog');
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog'), 'gone, not only closed').toHaveCount(0);
  }
  await see('/ideas?shown=1000', texts);
  await see('/blog?shown=1000', texts);
  await see(`/blog/${site.everything}`, []);
  await see(`/blog/${site.illustrated}`, []);
  const pictures = page.locator('.prose figure img');
  expect(await pictures.count()).toBeGreaterThanOrEqual(acceptedPayloads.length);
  const posts = idsAndTexts(site.made, 'blogs');
  for (const { id, text } of sampleOf(posts, 1)) await see(`/blog/${id}`, [text]);
  const ideas = idsAndTexts(site.made, 'ideas');
  for (const { id, text } of sampleOf(ideas, 1)) await see(`/ideas/any-words-${id}`, [text]);
  const pods = idsAndTexts(site.made, 'pods');
  for (const { id, text } of sampleOf(pods, 1)) await see(`/pods/${id}`, [text]);
  const projects = idsAndTexts(site.made, 'apps');
  for (const { id, text } of sampleOf(projects, 1)) await see(`/project/${id}`, [text]);
  // The payload is the text of the search, and is also in the results.
  for (const { text } of sampleOf(
    acceptedPayloads.filter(({ text }) => text.trim().length > 1 && text.trim().length <= 100),
    1,
  )) {
    await see(`/search?${new URLSearchParams({ q: text, in: 'ideas' })}`, [text]);
  }
  // Navigation within the page renders the same posts in the browser instead of on the server.
  for (const { id, text } of [
    { id: site.everything, text: 'Everything at once' },
    { id: site.illustrated, text: 'Illustrated' },
    ...sampleOf(posts, 1),
  ]) {
    await navigateWithin(page, `/blog/${id}`);
    await expect
      .poll(async () => oneLine((await page.locator('main h1').textContent()) ?? ''))
      .toBe(oneLine(text));
    await expectClean(page);
  }
  expect(policies.size, 'a page allows the same scripts, whatever is written on it').toBe(1);
  printFigures(
    `${acceptedPayloads.length} payloads on 3 public lists, and as many posts, projects and dialogs`,
  );
});

/** Replaces U+FFFE and U+FFFF, which XML does not allow, with U+FFFD. */
const inXml = (text: string) => text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

test('the receipt shows the submission, the answer and the conversation as plain text', async ({
  page,
  site,
}) => {
  const receipts = site.receipts.map((address, at) => ({
    address,
    text: acceptedPayloads[at]?.text ?? '',
  }));
  for (const { address, text } of sampleOf(receipts, 1)) {
    await visit(page, address, [text]);
    // The text is on the page at least three times: in the answer of staff, and in one message from each side.
    const shown = oneLine((await page.locator('main').textContent()) ?? '');
    expect(shown.split(oneLine(text)).length, text).toBeGreaterThan(3);
  }
});

test('feeds stay well-formed, whatever is in them', async ({ page, site }) => {
  await page.goto('/');
  const database = new DatabaseSync(path.join(site.dataDir, 'fledge.db'), { timeout: 5000 });
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
    ...site.made.blogs.map((id, at) => ({ id, title: acceptedPayloads[at]?.text ?? '' })),
    { id: site.everything, title: 'Everything at once' },
    { id: site.illustrated, title: 'Illustrated' },
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

test('hostile texts in URLs do nothing, and odd URLs redirect to no other site', async ({
  page,
  site,
  expectMessage,
}) => {
  const attackers = sampleOf(payloadsOfRun, 1, 10);
  await openSignedIn(page, '/admin');
  for (const { text } of attackers) {
    const inside = encodeURIComponent(text.toWellFormed());
    // `typed` is not encoded, like a URL in the address bar: the browser encodes only the characters that it must.
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
    const missing = [`/${inside}`, `/project/${inside}?${typed}`, `/blog/${inside}`];
    for (const address of isFullRun ? missing : missing.slice(0, 2)) {
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
    const { headers } = await fetch(site.url + odd, { redirect: 'manual' });
    const target = new URL(headers.get('location') ?? '/', site.url);
    expect(target.origin, odd).toBe(site.url);
  }
  printFigures(`${attackers.length} payloads in the path, query and hash of 8 addresses`);
});

/** The three forms consist of the same field components, so a sample run takes two of them. */
const forms = ['/submit-idea', '/join-team', '/contact'];

test('a form and its messages show typed payloads as plain text', async ({ page }) => {
  for (const { id, text } of sampleOf(acceptedPayloads, 1, 4)) {
    for (const form of isFullRun ? forms : forms.slice(0, 2)) {
      await page.goto(form);
      await waitForHydration(page);
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
      await waitForHydration(page);
      await expectClean(page);
    }
  }
});
