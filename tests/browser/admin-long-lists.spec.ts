import type { Page } from '@playwright/test';
import { csvHead, csvRow } from '#contract/csv.ts';
import { ideaDraft } from '../drafts.ts';
import { admin, expect, filledBy, hold, testOn } from './site.ts';
import { openSignedIn, token } from './staff.ts';

/** Staff lists that are longer than the page shows: 48 entries at first, 384 at most. */

const test = testOn(filledBy((address) => importIdeas(address, 400)));

async function importIdeas(address: string, count: number): Promise<void> {
  const signedIn = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const names = Object.keys(ideaDraft);
  const rows = Array.from({ length: count }, (_, index) =>
    csvRow(Object.values({ ...ideaDraft, title: `Idea number ${index}` })),
  );
  const plan = {
    kind: 'ideas',
    fields: Object.fromEntries(names.map((name, column) => [name, { column }])),
    encoding: 'utf-8',
    separator: ',',
    timeZone: 'UTC',
    id: '0'.repeat(32),
    fileName: 'ideas.csv',
    withDuplicates: false,
    count,
  };
  const imported = await fetch(`${address}/api/admin/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${(await signedIn.json()).token}` },
    body: `${JSON.stringify(plan)}\n${csvHead(names)}${rows.join('')}`,
  });
  expect(imported.ok).toBe(true);
  // The server indexes imported rows shortly after the import.
  const found = async () =>
    (await (await fetch(`${address}/api/ideas?view=page&q=number+${count - 1}`)).json()).total;
  await expect.poll(found).toBe(1);
}

const entries = (page: Page) => page.locator('.list .entry');
/** Finds the "View" button through the id of its entry: among 384 entries, a search by name is slow. */
const view = (page: Page, { id }: { id: string }) =>
  page.locator(`.entry[data-id="${id}"]`).getByRole('button', { name: /^View/ });

/**
 * Waits until the focus is in this entry. `toBeFocused` would be slow: at each attempt for a missing element Playwright
 * reads the whole page for its report, which takes a second with 384 entries.
 */
const expectFocusAt = (page: Page, { id }: { id: string }) =>
  expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('.entry')?.dataset.id),
    )
    .toBe(id);

/** Fetches all ideas, newest first. */
async function allIdeas(page: Page): Promise<{ id: string; title: string }[]> {
  const headers = { Authorization: `Bearer ${await token(page.request)}` };
  return (await page.request.get('/api/admin/ideas', { headers })).json();
}

function at<Item>(items: Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There are only ${items.length}`);
  return item;
}

/**
 * Scrolls until the list has its maximum of 384 entries. As a shortcut it stores a length of 288 in `history.state`,
 * from which the list restores its length on Back.
 */
async function growToTheEnd(page: Page): Promise<void> {
  await entries(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => entries(page).count()).toBeGreaterThanOrEqual(144);
  // `replaceState` and the click run in one task: otherwise the list could grow in between and overwrite the length.
  await page.getByRole('link', { name: 'Dashboard' }).evaluate((link: HTMLElement) => {
    const { state } = history;
    history.replaceState({ ...state, grown: { ...state.grown, count: 288 } }, '');
    link.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.goBack();
  for (const shown of [288, 336, 384]) {
    await expect.poll(() => entries(page).count()).toBeGreaterThanOrEqual(shown);
    await entries(page).last().scrollIntoViewIfNeeded();
  }
  await expect(entries(page)).toHaveCount(384);
}

test.describe.configure({ mode: 'default' });

test('the list grows by scrolling and by j, and a button at its end leads to older ideas', async ({
  page,
}) => {
  const release = await hold(page, '**/api/admin/ideas?*limit=96*');
  await openSignedIn(page, '/admin/ideas');
  const ideas = await allIdeas(page);
  await expect(page.getByText(`${ideas.length} submissions`)).toBeVisible();
  await expect(page.locator('.tile dd').first()).toHaveText(`${ideas.length}`);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  const isLonger = page.waitForRequest('**/api/admin/ideas?*limit=96*');
  await view(page, at(ideas, 47)).focus();
  await isLonger;
  await page.keyboard.press('j');
  await expectFocusAt(page, at(ideas, 47));
  // A colleague deletes the focused idea: the longer list goes on after the idea before it.
  const headers = { Authorization: `Bearer ${await token(page.request)}` };
  await page.request.delete(`/api/admin/ideas/${at(ideas, 47).id}`, { headers });
  ideas.splice(47, 1);
  release();
  await expectFocusAt(page, at(ideas, 47));
  const lengths = requestedUrls.flatMap((url) => /ideas\?.*limit=(\d\d+)/.exec(url)?.[1] ?? []);
  expect(lengths, 'j waits for the longer list that was asked for').toEqual(['96']);

  await growToTheEnd(page);
  await view(page, at(ideas, 383)).focus();
  await page.keyboard.press('j');
  await expectFocusAt(page, at(ideas, 384));
  await page.keyboard.press('k');
  await expectFocusAt(page, at(ideas, 383));
  await expect(page).not.toHaveURL(/before=/);

  await page.getByRole('button', { name: 'Older ideas' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`before=${at(ideas, 383).id}`));
  await expectFocusAt(page, at(ideas, 384));
  await expect(page.getByRole('button', { name: 'Older ideas' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Newest ideas' }).press('Enter');
  await expectFocusAt(page, at(ideas, 0));
  await expect(page).toHaveURL(/\/admin\/ideas$/);
});

test('a link opens an idea that is not loaded, with its neighbours', async ({ page }) => {
  const ideas = await allIdeas(page);
  await openSignedIn(page, `/admin/ideas?open=${at(ideas, 200).id}`);
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(at(ideas, 200).title);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(heading).toHaveText(at(ideas, 201).title);
  for (const index of [200, 199]) {
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await expect(heading).toHaveText(at(ideas, index).title);
  }

  const follow = (index: number) =>
    page.evaluate(
      (id) => history.pushState(null, '', `/admin/ideas?open=${id}`),
      at(ideas, index).id,
    );
  await follow(47);
  await expect(heading).toHaveText(at(ideas, 47).title);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(heading).toHaveText(at(ideas, 48).title);
  await follow(0);
  await expect(heading).toHaveText(at(ideas, 0).title);
  await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled();
});

test('the server searches, tiles count all, and a failed search or longer list can be tried again', async ({
  page,
  expectMessage,
}) => {
  await openSignedIn(page, '/admin/ideas?status=approved');
  const ideas = await allIdeas(page);
  const search = page.getByRole('searchbox', { name: 'Search title, problem or solution' });
  await search.fill('NUMBER 12');
  await expect(page.getByText('0 submissions')).toBeVisible();
  await page.getByLabel('Filter by status').selectOption('');
  await expect(page.getByText('11 submissions')).toBeVisible();
  await expect(entries(page)).toHaveCount(11);
  await expect(page).toHaveURL(/q=NUMBER\+12$/);
  await expect(page.locator('.tile dd').first()).toHaveText(`${ideas.length}`);

  await page.route('**/api/admin/ideas?*q=*', (route) =>
    route.fulfill({ status: 500, body: 'no' }),
  );
  await search.fill('number 40');
  await expect(page.getByRole('alert')).toContainText('The ideas could not be fetched');
  expectMessage('status of 500');
  await page.unroute('**/api/admin/ideas?*q=*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(entries(page)).toHaveCount(1);

  await page.route('**/api/admin/ideas?*limit=96*', (route) => route.abort());
  await search.fill('');
  await expect(entries(page)).toHaveCount(48);
  await entries(page).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toContainText('More ideas could not be fetched');
  expectMessage('ERR_FAILED');
  await page.unroute('**/api/admin/ideas?*limit=96*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => entries(page).count()).toBeGreaterThan(48);
});
