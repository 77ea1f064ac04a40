import type { Page } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectToFit,
  filledBy,
  hold,
  resize,
  switchTheme,
  testOn,
  waitForHydration,
} from './site.ts';
import { openSignedIn, token, unique } from './staff.ts';

/** Similar ideas and duplicates: in the form, in the sheet of staff, on the page of an idea and on the receipt. */

const long =
  'Plan the ferries of the islands by the weather, the tide, the school holidays and '.repeat(2);

async function send(address: string, title: string): Promise<{ id: string; receiptPath: string }> {
  const response = await fetch(`${address}/api/ideas`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ideaDraft, title }),
  });
  return response.json();
}

const test = testOn(
  filledBy(async (address) => {
    await send(address, 'Lend garden tools between neighbours');
    await send(address, 'Garden tools that neighbours share');
    await send(address, long.trim());
    await send(address, 'תוכנית הפלגות לאיים לפי מזג האוויר');
  }),
);

const box = (page: Page) => page.locator('.similar');
const links = (page: Page) => box(page).getByRole('link');

test.describe.configure({ mode: 'default' });

test('from the third word of a title on, the form shows similar ideas, moves no field and loses no text', async ({
  page,
  context,
}) => {
  const requestedTitles: string[] = [];
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.get('view') === 'similar')
      requestedTitles.push(searchParams.get('title') ?? '');
  });
  await page.goto('/submit-idea');
  await waitForHydration(page);
  const title = page.getByLabel('Title');
  const problem = page.getByLabel('Problem statement');
  const before = await problem.boundingBox();
  await title.pressSequentially('Garden tools', { delay: 5 });
  await expect(box(page)).toContainText('Ideas like yours appear here');
  await title.pressSequentially(' for neighbours', { delay: 5 });
  await expect(links(page)).toHaveText([
    'Garden tools that neighbours share (opens in a new tab)',
    'Lend garden tools between neighbours (opens in a new tab)',
  ]);
  await expect(box(page)).toContainText('Already proposed:');
  await expect(box(page).locator('[aria-live=polite]')).toHaveText(
    '2 ideas like it already proposed, listed after the title.',
  );
  expect(await problem.boundingBox()).toEqual(before);
  // The requests are debounced. A slow machine may pause while it types, so there may be a few of them.
  expect(requestedTitles.at(-1)).toBe('garden tools for neighbours');
  expect(requestedTitles.length).toBeLessThan(5);

  await title.press('Tab');
  await expect(links(page).first()).toBeFocused();
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const other = await opened;
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'Garden tools that neighbours share',
  );
  await other.close();
  await expect(title).toHaveValue('Garden tools for neighbours');

  await title.fill('Garden tools');
  await expect(links(page)).toHaveCount(0);
  expect(await problem.boundingBox()).toEqual(before);
});

test('long and right-to-left titles fit and are accessible; an overtaken, late or failed answer shows nothing', async ({
  page,
  expectMessage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/submit-idea');
  await waitForHydration(page);
  const title = page.getByLabel('Title');
  const problem = page.getByLabel('Problem statement');
  const before = await problem.boundingBox();
  await title.fill(long);
  await expect(links(page)).toHaveCount(1);
  expect((await problem.boundingBox())?.height).toEqual(before?.height);
  await expectToFit(page);
  await title.fill('תוכנית הפלגות לאיים');
  await expect(links(page)).toHaveText(/תוכנית הפלגות/);
  await expectToFit(page);
  await switchTheme(page, 'dark');
  await expectAccessible(page);
  await switchTheme(page, 'light');
  await expectAccessible(page, 'colours');

  const release = await hold(page, '**/api/ideas?view=similar*garden*');
  const first = page.waitForRequest(/similar.*garden/);
  await title.fill('Lend garden tools');
  await first;
  const second = page.waitForResponse(/similar.*ferries/);
  await title.fill('Plan the ferries of the islands');
  await second;
  release();
  await expect(links(page)).toHaveCount(1);
  await expect(links(page)).toContainText('ferries');

  await page.route('**/api/ideas?view=similar*', (route) =>
    route.fulfill({ status: 503, body: '' }),
  );
  await title.fill('Lend garden tools again');
  await expect(links(page)).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  expectMessage('status of 503');
});

test('staff mark and unmark a duplicate, also after another change; its page and receipt link the other idea', async ({
  page,
  request,
  baseURL,
  expectMessage,
}) => {
  const word = unique();
  const titles = {
    main: `Borrow a telescope for one night ${word}`,
    copy: `One night with a borrowed telescope ${word}`,
  };
  const main = await send(String(baseURL), titles.main);
  const copy = await send(String(baseURL), titles.copy);
  await openSignedIn(page, `/admin/ideas?q=${word}&open=${copy.id}`);
  const sheet = page.getByRole('dialog', { name: titles.copy });
  const related = sheet.getByRole('region', { name: 'Ideas like it' });
  const mark = related.getByRole('button', { name: `Duplicate of it: ${titles.main}` });
  await expect(mark).toBeVisible();
  await request.patch(`/api/admin/ideas/${copy.id}/status`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
    data: { status: 'approved' },
  });
  await mark.click();
  await expect(page.locator('.toast')).toContainText('Somebody else has changed this idea');
  expectMessage('status of 412');
  const isMarked = async () =>
    (await (await request.get(`/api/ideas/${copy.id}`)).json()).sameAs !== null;
  await mark.click();
  await expect(page.locator('.toast').last()).toContainText('Marked as a duplicate');
  expect(await isMarked()).toBe(true);
  await related.getByRole('button', { name: 'Not a duplicate' }).click();
  await expect(page.locator('.toast').last()).toContainText('No duplicate any more');
  expect(await isMarked()).toBe(false);
  await mark.click();
  await expect(related).toContainText('This one is a duplicate of');
  await expect(related.getByRole('heading')).toBeFocused();
  // Saving a decision after marking the duplicate causes no conflict.
  await sheet.getByLabel('Status').selectOption('under_review');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast', { hasText: 'Status saved' })).toBeVisible();
  await sheet.getByText(/^History/).click();
  await expect(sheet.locator('.history')).toContainText(
    'changed the mark as a duplicate: it was set',
  );

  await related.getByRole('link', { name: titles.main }).click();
  const other = page.getByRole('dialog', { name: titles.main });
  await expect(other.getByRole('region', { name: 'Ideas like it' })).toContainText(
    'Duplicates of this one',
  );

  for (const path of [copy.receiptPath, `/ideas/x-${copy.id}`]) {
    await page.goto(path);
    await waitForHydration(page);
    const same = page.locator('.same-wish');
    await expect(same).toContainText('The same wish as');
    await expect(same.getByRole('link')).toHaveAttribute('href', new RegExp(`${main.id}$`));
    await resize(page, 390, 844);
    await expectToFit(page);
  }
  await expectAccessible(page);
  await page.locator('.same-wish').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.main);
});
