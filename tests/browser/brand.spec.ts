import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { site as ourSite } from '#site.config.ts';
import { site as brand } from '../brand/site.config.ts';
import { ideaDraft } from '../drafts.ts';
import {
  expect,
  expectFineInBothThemes,
  expectToFit,
  resize,
  startServer,
  isolatedTest as test,
  waitForHydration,
} from './site.ts';

/** These texts also appear inside English sentences, so their language is not checked. */
const names = [brand.name, brand.chat, brand.email];
const homeTitle = `${brand.name}: ${brand.tagline}`;

/** A text of the lab that must be escaped. It is on a page, in the head, in the feeds and in the manifest. */
const hostile = '</script><img src=x onerror=alert(1)>&amp;';

/** Functions that stop servers and delete folders. They run after the test, also if it fails, the last one first. */
const ends: (() => void | Promise<void>)[] = [];
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Builds the site of another lab: a copy of the sources with another site.config.ts and site.tokens.css. */
function buildBrand(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-brand-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  for (const name of [
    'contract',
    'server',
    'web',
    'build.ts',
    'bundle.ts',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    cpSync(name, path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const config = readFileSync('tests/brand/site.config.ts', 'utf8')
    .replace('Leser vermissen.', `Leser vermissen. ${hostile}`)
    .replace("'Wer uns hilft.'", JSON.stringify(hostile));
  writeFileSync(path.join(folder, 'site.config.ts'), config);
  // Makes the accent colour green instead of magenta.
  const tokens = readFileSync('site.tokens.css', 'utf8')
    .replace('--accent: oklch(0.535 0.219 356)', '--accent: oklch(0.5 0.13 150)')
    .replace('--accent: oklch(0.69 0.225 354)', '--accent: oklch(0.78 0.19 150)');
  writeFileSync(path.join(folder, 'site.tokens.css'), tokens);
  const { status, stderr } = spawnSync(process.execPath, ['build.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return folder;
}

/** Returns the texts of a page as the server sends it, each with the language that applies to it. */
const textsWithLanguage = (page: Page, address: string) =>
  page.evaluate(async (from) => {
    const html = await (await fetch(from)).text();
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    const walker = parsed.createTreeWalker(parsed.documentElement, NodeFilter.SHOW_TEXT);
    const texts: { text: string; lang: string | undefined }[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (parentElement?.matches('script, style')) continue;
      const lang = parentElement?.closest<HTMLElement>('[lang]')?.lang;
      texts.push({ text: textContent?.trim() ?? '', lang });
    }
    return texts;
  }, address);

/** Returns all texts in a config. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(textsOf)
      : [];

test('with another site.config.ts and site.tokens.css, the whole site shows the other lab', async ({
  page,
}) => {
  const folder = buildBrand();
  const { address, stop } = await startServer({}, undefined, folder);
  ends.push(stop);
  const { id } = await (
    await page.request.post(`${address}/api/ideas`, {
      data: { ...ideaDraft, requiredExpertise: ['Recherche'] },
    })
  ).json();
  // Shorter texts of our own site.config.ts may also be words of the interface.
  const foreignTexts = [
    'Fledge',
    'Mattermost',
    ...textsOf(ourSite).filter(({ length }) => length > 15),
  ];
  for (const name of [
    '',
    'ideas',
    `ideas/${id}`,
    'blog',
    'contact',
    'submit-idea',
    'join-team',
    'workflow',
    'search',
    'nowhere',
    'feed.xml',
    'manifest.webmanifest',
  ]) {
    const response = await page.request.get(`${address}/${name}`);
    const text = await response.text();
    expect(text, name).toContain('Werft 9');
    expect(
      foreignTexts.filter((each) => text.includes(each)),
      name,
    ).toEqual([]);
  }

  await page.goto(`${address}/`);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.words.home.title);
  await expect(page.locator('.hero-art')).toContainText('+30 h');
  await expect(page.locator('#product-family')).toHaveCount(0);
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  );
  expect(accent).toMatch(/ 150\)$/);
  await expectFineInBothThemes(page);

  await page.goto(`${address}/join-team`);
  await waitForHydration(page);
  expect(await page.getByRole('option', { name: 'Bootsbau' }).getAttribute('lang')).toBe('de');
  expect(await page.getByRole('option', { name: 'Other' }).getAttribute('lang')).toBeNull();
  await expect(page.getByLabel('Zulip handle')).toBeVisible();
  await expect(page.getByLabel('Dienstag Circle')).toBeVisible();
  await page.goto(`${address}/workflow`);
  await waitForHydration(page);
  await expect(page.getByText('12 + 30 hours')).toBeVisible();
  await expectToFit(page);
  await resize(page, 390);
  await expectToFit(page);

  // The texts of the lab are German, the texts of the interface English. `lang` tells screen readers the language.
  const own = new Set([hostile, ...textsOf(brand).filter((text) => !names.includes(text))]);
  for (const name of ['', 'blog', 'contact', 'submit-idea', 'join-team', 'workflow']) {
    const texts = (await textsWithLanguage(page, `/${name}`)).filter(({ text }) =>
      /\p{L}/u.test(text),
    );
    const isOwn = ({ text }: { text: string }) => own.has(text) || text === homeTitle;
    expect(
      texts.filter((each) => each.lang !== (isOwn(each) ? 'de' : 'en')),
      name,
    ).toEqual([]);
    expect(texts.some(isOwn), name).toBe(true);
  }
  const feed = await page.request.get(`${address}/feed.xml`);
  const read = await page.evaluate(
    (text) => {
      const xml = new DOMParser().parseFromString(text, 'text/xml');
      const subtitle = xml.querySelector('subtitle')?.textContent;
      return { subtitle, language: xml.documentElement.getAttribute('xml:lang') };
    },
    await feed.text(),
  );
  expect(read).toEqual({ subtitle: `${brand.description} ${hostile}`, language: 'de' });
  const manifest = await page.request.get(`${address}/manifest.webmanifest`);
  expect(await manifest.json()).toMatchObject({ lang: 'de', description: read.subtitle });

  const posts = await (await page.request.get(`${address}/api/blogs`)).json();
  expect(posts.length, 'posts of the demo content').toBeGreaterThan(3);
  const categories: readonly string[] = brand.lists.postCategories;
  expect(
    posts.filter(({ category }: { category: string }) => !categories.includes(category)),
    'the demo content uses the lists of the lab',
  ).toEqual([]);
});
