import { ideaDraft } from '../drafts.ts';
import { demoPages } from '../pages.ts';
import { expect, ready, test } from './site.ts';
import { open, token, unique } from './staff.ts';

/** The page of one idea. */

const path = demoPages.find(({ title }) => title.startsWith('Part tracks'))?.path ?? '';

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('a card leads to the page of its idea, and from there to its neighbours', async ({
    page,
  }) => {
    await page.goto('/ideas');
    await ready(page);
    await page.getByRole('link', { name: 'A damp diary for tenants' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A damp diary for tenants');
    await expect(page).toHaveURL(/\/ideas\/a-damp-diary-for-tenants-[0-9a-f-]{36}$/);
    for (const part of ['Problem', 'Proposed solution', 'Who would benefit', 'How we would know']) {
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible();
    }
    const others = page.getByRole('navigation', { name: 'Other ideas' });
    await others.getByRole('link', { name: /Newer/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Part tracks for amateur choirs',
    );
    await others.getByRole('link', { name: /Older/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A damp diary for tenants');
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/ideas$/);
  });

  test('the link is copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(path);
    await ready(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  test('an address without an idea is not found', async ({ page, expectMessage }) => {
    for (const address of ['/ideas/nothing', `${path.slice(0, -1)}0`]) {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Idea Not Found');
    }
    expectMessage('status of 404');
  });
});

test('the page says how far the idea has come, when, and why', async ({ page, request }) => {
  const sent = await request.post('/api/ideas', { data: { ...ideaDraft, title: 'A route map' } });
  const { id } = await sent.json();
  const headers = { Authorization: `Bearer ${await token(request)}` };
  await request.patch(`/api/admin/ideas/${id}/status`, {
    headers,
    data: { status: 'approved', answer: 'A pod begins in May.' },
  });
  await page.goto(`/ideas/other-words-${id}`);
  await ready(page);
  await expect(page.locator('.answer')).toContainText('A pod begins in May.');
  const way = page.locator('.way li');
  await expect(way).toHaveCount(3);
  await expect(way.nth(0)).toContainText(/Pending\d+ \w+ \d{4}/);
  await expect(way.nth(1)).toContainText(/Approved\d+ \w+ \d{4}/);
  await expect(way.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(way.nth(2)).toContainText('In Development (not yet)');
  // The words in the address do not count; the canonical address has the right ones.
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', new RegExp(`/ideas/a-route-map-${id}$`));
});

test('the picture for previews follows title and status, and is gone with the idea', async ({
  page,
  request,
}) => {
  const { id } = await (
    await request.post('/api/ideas', { data: { ...ideaDraft, title: 'Painted' } })
  ).json();
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const review = (status: string) =>
    request.patch(`/api/admin/ideas/${id}/status`, { headers, data: { status } });
  /** The address that the page names, and the bytes that the browser decodes there. */
  const picture = async () => {
    await page.goto(`/ideas/x-${id}`);
    const url = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, url);
    expect(size).toEqual([1200, 630]);
    return { url, bytes: await (await request.get(url)).body() };
  };
  const pending = await picture();
  await review('approved');
  const approved = await picture();
  expect(approved.url).not.toBe(pending.url);
  expect(approved.bytes.equals(pending.bytes)).toBe(false);
  // An address that somebody keeps shows the idea as it is now.
  expect((await (await request.get(pending.url)).body()).equals(approved.bytes)).toBe(true);

  await request.post(`/api/admin/ideas/${id}/hold`, { headers });
  expect((await request.get(approved.url)).status()).toBe(404);
});

test('staff hold an idea back and bring it back', async ({ page, request, expectMessage }) => {
  const data = { ...ideaDraft, title: `Held and released ${unique()}` };
  const { id } = await (await request.post('/api/ideas', { data })).json();
  await open(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: data.title });
  await sheet.getByRole('button', { name: 'Hold back' }).click();
  await expect(page.locator('.toast')).toContainText('Held back');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: `View ${data.title}` })).toHaveCount(0);
  expect((await page.goto(`/ideas/x-${id}`))?.status()).toBe(404);
  expectMessage('status of 404');
  await page.goto('/admin/ideas');
  const held = page.locator('.side-list', { hasText: 'held back' });
  await held.locator('summary').click();
  await expect(held).toContainText('Held back by staff');
  await held.getByRole('button', { name: `Release ${data.title}` }).click();
  await expect(page.getByRole('button', { name: `View ${data.title}` })).toBeVisible();
  expect((await page.goto(`/ideas/x-${id}`))?.status()).toBe(200);
});
