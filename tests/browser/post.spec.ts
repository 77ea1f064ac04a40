import { plainBlogDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  isolatedTest,
  ready,
  resize,
  switchTheme,
  test,
} from './site.ts';
import { token, unique } from './staff.ts';

/** The navigation within a post, and from a post to other posts. */

const path = '/blog/how-many-examples-before-you-believe-it';

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('a tag leads to the posts that have it, and back to all', async ({ page }) => {
    await page.goto(path);
    await ready(page);
    const facts = page.getByRole('complementary', { name: 'About this post' });
    await facts.getByRole('link', { name: 'evaluation' }).click();
    await expect(page).toHaveURL(/\/blog\?tag=evaluation$/);
    const titles = page.locator('.post h3');
    await expect(titles).toHaveText([
      'How many examples before you believe it',
      'Word error rate is the wrong ruler',
    ]);
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('ruler');
    await expect(titles).toHaveCount(1);
    await expect(page).toHaveURL(/tag=evaluation&q=ruler$/);
    await page.locator('.post').getByRole('link', { name: 'speech' }).click();
    await expect(page).toHaveURL(/\/blog\?tag=speech$/);
    await expect(titles).toHaveText(['Word error rate is the wrong ruler']);
    await page.getByRole('link', { name: 'speech : show all posts' }).click();
    await expect(page).toHaveURL(/\/blog$/);
    await expect(titles).toHaveCount(8);
  });

  test('a long post has contents, which lead to its parts', async ({ page }) => {
    await page.goto(path);
    await ready(page);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await expect(contents.getByRole('link')).toHaveText([
      'A score is an interval',
      'Compare in pairs',
      'Size the test before you build it',
      'Four ways to fool yourself anyway',
      'The card',
    ]);
    await contents.getByRole('link', { name: 'Compare in pairs' }).click();
    await expect(page).toHaveURL(/#part-compare-in-pairs$/);
    const heading = page.getByRole('heading', { name: 'Compare in pairs' });
    const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top, 'below the bar').toBeGreaterThan(60);
    await expect.poll(top).toBeLessThan(200);
    await expect(contents, 'it stays in view').toBeInViewport();

    // Uses the keyboard: the link of a heading is visible when it has the focus.
    const anchor = page.getByRole('heading', { name: 'The card' }).getByRole('link');
    await anchor.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#part-the-card$/);
    await page.goto(`${path}#part-the-card`);
    await expect(page.getByRole('heading', { name: 'The card' })).toBeInViewport();
  });

  test('a post leads to related posts and to its neighbours', async ({ page }) => {
    await page.goto(path);
    await ready(page);
    const related = page.getByRole('region', { name: 'Related posts' });
    await expect(related.locator('h3')).toHaveText([
      'Word error rate is the wrong ruler',
      'Return the page, not the paragraph',
    ]);
    const others = page.getByRole('navigation', { name: 'Other posts' });
    await others.getByRole('link', { name: /^Older/ }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('A handover is a test you run on a stranger');
    await others.getByRole('link', { name: /^Newer/ }).click();
    await expect(title).toHaveText('How many examples before you believe it');
    await related.getByRole('link', { name: /^Return the page/ }).click();
    await expect(title).toHaveText('Return the page, not the paragraph');
  });

  test('the code of a post is copied by a button', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(path);
    await ready(page);
    const code = page.locator('.code').first();
    const button = code.getByRole('button', { name: 'Copy' });
    await expect(page.locator('.code .copy')).toHaveCount(2);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(code.getByRole('button')).toHaveText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim()).toBe((await code.locator('pre').innerText()).trim());
    expect(copied).toContain('def wilson(');
    await expect(code.getByRole('button')).toHaveText('Copy');
  });

  test('a post fits and is accessible in both themes', async ({ page }) => {
    await page.goto(path);
    await ready(page);
    // Does not scroll, because the bar would cover a part of the links next to the text.
    const copy = page.locator('.code .copy').first();
    await copy.evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
    for (const [width, theme, rules] of [
      [390, 'light', 'all'],
      [1440, 'dark', 'all'],
      [1440, 'light', 'colours'],
    ] as const) {
      await resize(page, width);
      await switchTheme(page, theme);
      await expectToFit(page);
      await expectAccessible(page, rules);
    }
    await resize(page, 320, 800);
    await expectToFit(page);
  });
});

isolatedTest.describe('without scripts', () => {
  isolatedTest.use({ javaScriptEnabled: false });

  isolatedTest('the ways of a post are links', async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('.copy')).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
    await expect(page.getByRole('heading', { name: 'The card' })).toBeInViewport();
    await page.getByRole('complementary').getByRole('link', { name: 'statistics' }).click();
    await expect(page.locator('.post h3')).toHaveText(['How many examples before you believe it']);
  });
});

test('odd headings and tags keep the page whole', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const content = [
    '## State\n\nFirst.',
    '## State\n\n```js\nlet a = "<b>";\n```',
    '## <img src=x onerror=alert(1)> & "more"',
    `## ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}`,
    '## عنوان طويل جدا',
  ].join('\n\n');
  const word = unique();
  const tags = [`a & b=${word}`, `<i>${word}`, `وسم ${word}`, word.padEnd(60, 'x')];
  const data = { ...plainBlogDraft, title: 'Odd parts', content, tags };
  const { id } = await (await request.post('/api/admin/blogs', { headers, data })).json();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/blog/${id}`);
  await ready(page);
  await expectToFit(page);
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  await expect(contents.nth(2)).toHaveText('<img src=x onerror=alert(1)> & "more"');
  await contents.nth(1).click();
  await expect(page).toHaveURL(/#part-state--2$/);
  await contents.last().click();
  await expect(page.getByRole('heading', { name: 'عنوان طويل جدا' })).toBeInViewport();
  for (const tag of tags) {
    await page.goto(`/blog/${id}`);
    await page.getByRole('complementary').getByRole('link', { name: tag, exact: true }).click();
    await expect(page.locator('.post h3')).toHaveText(['Odd parts']);
  }
});

test('footnotes lead there and back, tasks and captions are read, in both themes', async ({
  page,
  request,
}) => {
  const filler = 'Words that fill the screen. '.repeat(200);
  const content = `A claim[^why].\n\n- [ ] Measure it\n- [x] Say it\n\n| tide | height |\n|---|---:|\n| low | 0.4 |\n\nTable: Two tides\n\n${filler}\n\n[^why]: The reason, with \`f(x[0])\`.`;
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const data = { ...plainBlogDraft, title: `Notes ${unique()}`, content };
  const { id } = await (await request.post('/api/admin/blogs', { headers, data })).json();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/blog/${id}`);
  await ready(page);
  const article = page.locator('.prose');
  await expect(article.getByRole('checkbox', { name: 'Say it' })).toBeChecked();
  await expect(article.getByRole('checkbox', { name: 'Measure it' })).toBeDisabled();
  await expect(article.locator('caption')).toHaveText('Two tides');
  const note = article.locator('#footnote-1');
  await expect(note).not.toBeInViewport();
  await article.getByRole('link', { name: 'Footnote 1', exact: true }).click();
  await expect(note).toBeInViewport();
  await note.getByRole('link', { name: 'Back from footnote 1' }).click();
  await expect(article.getByRole('link', { name: 'Footnote 1', exact: true })).toBeInViewport();
  await expectFineInBothThemes(page);
});
