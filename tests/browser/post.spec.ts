import { plainBlogDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  resize,
  switchTheme,
  test,
  waitForHydration,
} from './site.ts';
import { token, unique } from './staff.ts';

/** The navigation within a post, and from a post to other posts. */

const path = '/blog/how-many-examples-before-you-believe-it';

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('a post leads to related posts, to its neighbours, and by a tag to the posts that have it', async ({
    page,
  }) => {
    await page.goto(path);
    await waitForHydration(page);
    const title = page.getByRole('heading', { level: 1 });
    const others = page.getByRole('navigation', { name: 'Other posts' });
    await others.getByRole('link', { name: /^Older/ }).click();
    await expect(title).toHaveText('A handover is a test you run on a stranger');
    await others.getByRole('link', { name: /^Newer/ }).click();
    await expect(title).toHaveText('How many examples before you believe it');
    const related = page.getByRole('region', { name: 'Related posts' });
    await expect(related.locator('h3')).toHaveText([
      'Word error rate is the wrong ruler',
      'Return the page, not the paragraph',
    ]);
    await related.getByRole('link', { name: /^Return the page/ }).click();
    await expect(title).toHaveText('Return the page, not the paragraph');
    await page.goBack();

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

  test('a long post has a table of contents and buttons that copy code; it fits and is accessible', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${path}#part-the-card`);
    await waitForHydration(page);
    const card = page.getByRole('heading', { name: 'The card' });
    await expect(card, 'the address of a part').toBeInViewport();
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
    await card.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#part-the-card$/);

    const code = page.locator('.code').first();
    const copy = code.getByRole('button', { name: 'Copy' });
    await expect(page.locator('.code .copy')).toHaveCount(2);
    await copy.focus();
    await page.keyboard.press('Enter');
    await expect(code.getByRole('button')).toHaveText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim()).toBe((await code.locator('pre').innerText()).trim());
    expect(copied).toContain('def wilson(');
    await expect(code.getByRole('button')).toHaveText('Copy');

    // The page stays at its top: further down, the bar would cover some of the links next to the text.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await copy.evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
    await expectFineInBothThemes(page);
    await resize(page, 320, 800);
    await expectToFit(page);
  });
});

test('odd headings and tags do not break a page; footnotes, tasks and captions work', async ({
  page,
  request,
}) => {
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const content = [
    'A claim[^why].',
    '- [ ] Measure it\n- [x] Say it',
    '| tide | height |\n|---|---:|\n| low | 0.4 |\n\nTable: Two tides',
    '## State\n\nFirst.',
    '## State\n\n```js\nlet a = "<b>";\n```',
    '## <img src=x onerror=alert(1)> & "more"',
    `## ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}`,
    'Words that fill the screen. '.repeat(200),
    '## عنوان طويل جدا',
    '[^why]: The reason, with `f(x[0])`.',
  ].join('\n\n');
  const word = unique();
  const tags = [`a & b=<i> وسم ${word}`, word.padEnd(60, 'x')];
  const data = { ...plainBlogDraft, title: `Odd parts ${word}`, content, tags };
  const { id } = await (await request.post('/api/admin/blogs', { headers, data })).json();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/blog/${id}`);
  await waitForHydration(page);
  await expectToFit(page);
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  await expect(contents.nth(2)).toHaveText('<img src=x onerror=alert(1)> & "more"');
  await contents.nth(1).click();
  await expect(page).toHaveURL(/#part-state--2$/);
  await contents.last().click();
  await expect(page.getByRole('heading', { name: 'عنوان طويل جدا' })).toBeInViewport();

  await resize(page, 390, 844);
  const article = page.locator('.prose');
  await expect(article.getByRole('checkbox', { name: 'Say it' })).toBeChecked();
  await expect(article.getByRole('checkbox', { name: 'Measure it' })).toBeDisabled();
  await expect(article.locator('caption')).toHaveText('Two tides');
  const note = article.locator('#footnote-1');
  const claim = article.getByRole('link', { name: 'Footnote 1', exact: true });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(note).not.toBeInViewport();
  await claim.click();
  await expect(note).toBeInViewport();
  await note.getByRole('link', { name: 'Back from footnote 1' }).click();
  await expect(claim).toBeInViewport();
  await expectToFit(page);
  await expectAccessible(page);
  await switchTheme(page, 'light');
  await expectAccessible(page, 'colours');

  for (const tag of tags) {
    await page.getByRole('complementary').getByRole('link', { name: tag, exact: true }).click();
    await expect(page.locator('.post h3')).toHaveText([`Odd parts ${word}`]);
    await page.goBack();
  }
});
