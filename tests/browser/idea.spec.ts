import { ideaDraft } from '../drafts.ts';
import { decodePng } from '../png.ts';
import { expect, test, waitForHydration } from './site.ts';
import { openSignedIn, token, unique } from './staff.ts';

/** The page of one idea. */

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('a card leads to the page of its idea, and from there to its neighbours; its link can be copied', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/ideas');
    await waitForHydration(page);
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

    // Simulates a site without TLS, where browsers offer no clipboard.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    const dialogOpened = page.waitForEvent('dialog');
    const pressed = page.getByRole('button', { name: 'Copy link' }).click();
    const dialog = await dialogOpened;
    expect(dialog.defaultValue()).toBe(page.url());
    await dialog.dismiss();
    await pressed;
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/ideas$/);
  });
});

test('an idea page shows its steps and the answer; its preview picture follows the status and the hold', async ({
  request,
}) => {
  const sent = await request.post('/api/ideas', { data: { ...ideaDraft, title: 'A route map' } });
  const { id } = await sent.json();
  const headers = { Authorization: `Bearer ${await token(request)}` };
  // The slug in the URL is ignored; the canonical URL has the right slug.
  const load = async () => (await request.get(`/ideas/other-words-${id}`)).text();
  /** Returns the URL in `og:image` and its bytes, after checking that they are a picture of 1200 × 630. */
  const pictureOf = async (html: string) => {
    const url = html.match(/<meta property="og:image" content="([^"]*)"/)?.[1] ?? '';
    const bytes = await (await request.get(url)).body();
    const { width, height } = decodePng(new Uint8Array(bytes));
    expect([width, height]).toEqual([1200, 630]);
    return { url, bytes };
  };
  const pending = await pictureOf(await load());
  await request.patch(`/api/admin/ideas/${id}/status`, {
    headers,
    data: { status: 'approved', answer: 'A pod begins in May.' },
  });
  const html = await load();
  const textOf = (part: string) => part.replaceAll(/<[^>]*>/g, '');
  const partOf = (name: string, end: string) =>
    html.match(new RegExp(`<[^>]*class="(?:[^"]* )?${name}[ "].*?</${end}>`, 's'))?.[0] ?? '';
  expect(textOf(partOf('answer', 'section'))).toContain('A pod begins in May.');
  const steps = [...partOf('way', 'ol').matchAll(/<li.*?<\/li>/gs)].map(([step]) => step);
  expect(steps.map(textOf)).toEqual([
    expect.stringMatching(/^Pending\d+ \w+ \d{4}/),
    expect.stringMatching(/^Approved\d+ \w+ \d{4}/),
    expect.stringContaining('In Development (not yet)'),
  ]);
  expect(steps.map((step) => step.includes('aria-current="step"'))).toEqual([false, true, false]);
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/ideas/a-route-map-${id}"`));

  const approved = await pictureOf(html);
  expect(approved.url).not.toBe(pending.url);
  expect(approved.bytes.equals(pending.bytes)).toBe(false);
  // The earlier URL, which somebody may have shared, shows the idea as it is now.
  expect((await (await request.get(pending.url)).body()).equals(approved.bytes)).toBe(true);

  await request.post(`/api/admin/ideas/${id}/hold`, { headers });
  expect((await request.get(approved.url)).status()).toBe(404);
});

test('staff hold an idea back and release it', async ({ page, request }) => {
  const data = { ...ideaDraft, title: `Held and released ${unique()}` };
  const { id } = await (await request.post('/api/ideas', { data })).json();
  const statusForVisitors = async () => (await request.get(`/ideas/x-${id}`)).status();
  await openSignedIn(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: data.title });
  await sheet.getByRole('button', { name: 'Hold back' }).click();
  await expect(page.locator('.toast')).toContainText('Held back');
  await expect(sheet).toBeHidden();
  const row = page.getByRole('button', { name: `View ${data.title}` });
  await expect(row).toHaveCount(0);
  expect(await statusForVisitors()).toBe(404);
  const held = page.locator('.side-list', { hasText: 'held back' });
  await held.locator('summary').click();
  const entry = held.locator('.entry', { hasText: data.title });
  await expect(entry).toContainText('Held back by staff');
  await entry.getByRole('button', { name: `Release ${data.title}` }).click();
  await expect(row).toBeVisible();
  expect(await statusForVisitors()).toBe(200);
});
