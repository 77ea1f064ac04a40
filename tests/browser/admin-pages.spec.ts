import type { Page } from '@playwright/test';
import {
  appDraft,
  applicationDraft,
  applicationExtras,
  contactDraft,
  ideaDraft,
  milestoneDraft,
  plainBlogDraft,
  podDraft,
} from '../drafts.ts';
import { expect, expectAccessible, expectToFit, ready, resize, switchTheme, test } from './site.ts';
import { create, open, token } from './staff.ts';

test('the sign-in page fits and is accessible, in both themes and widths', async ({ page }) => {
  await page.goto('/admin/login');
  await ready(page);
  await expectFine(page);
});

for (const [part, staffPages] of Object.entries({
  content: {
    '/': 'Dashboard',
    '/pods': 'Pods',
    '/pods?edit=new': 'Pods',
    '/pods/log': 'Flight log',
    '/pods/log?edit=new': 'Flight log',
    '/apps': 'Apps',
    '/blogs': 'Blogs',
  },
  others: {
    '/applications': 'Applications',
    '/ideas': 'Ideas',
    '/contacts': 'Contacts',
    '/import': 'Import',
    '/settings': 'Settings',
    '/users': 'Users',
  },
})) {
  test(`staff pages fit and are accessible, in both themes and widths: ${part}`, async ({
    page,
  }) => {
    await open(page, '/admin');
    for (const [address, title] of Object.entries(staffPages)) {
      await test.step(address, async () => {
        await resize(page, 1280, 720);
        await page.evaluate(
          (to) => history.pushState(null, '', `/admin${to}`.replace(/\/$/, '')),
          address,
        );
        const headings = page.getByRole('heading', { level: 1, includeHidden: true });
        await expect(headings.filter({ visible: true })).toHaveText([title]);
        const dialog = page.getByRole('dialog');
        await expect(dialog).toHaveCount(address.includes('edit') ? 1 : 0);
        // All pages have the same frame, so only the dashboard is checked with all axe rules on a phone.
        await expectFine(page, address === '/' ? 'all' : 'colours');
      });
    }
  });
}

async function expectFine(page: Page, rulesOnPhone: 'all' | 'colours' = 'colours') {
  await expect(page.getByText('The staff area needs scripts')).toBeHidden();
  await expectToFit(page);
  await switchTheme(page, 'dark');
  await expectAccessible(page);
  await resize(page, 390);
  await expectToFit(page);
  await switchTheme(page, 'light');
  await expectAccessible(page, rulesOnPhone);
  // 320 px is the width of a screen of 1280 px at 400 % zoom.
  await resize(page, 320);
  await expectToFit(page);
}

test('on a phone the sidebar is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin');
  const nav = page.getByRole('navigation', { name: 'Staff area' });
  await expect(nav).toBeHidden();
  const opener = page.getByRole('button', { name: 'Open sidebar' });
  const scrollDown = () =>
    page.evaluate(() => {
      scrollTo({ top: 600, behavior: 'instant' });
      return scrollY;
    });
  await expect.poll(scrollDown).toBe(600);
  await expect(opener, 'the bar stays in view').toBeInViewport({ ratio: 1 });
  await opener.click();
  await nav.getByRole('link', { name: 'Ideas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
  await expect(nav).toBeHidden();
});

test('a page of the staff area starts at its top, and on return where one was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, '/admin/pods');
  await expect(page.locator('.admin-card').first()).toBeVisible();
  await page.getByRole('link', { name: 'Ideas' }).click();
  await expect(page.locator('.entry').first()).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => history.state?.top)).toBe(700);
  await page.getByRole('link', { name: 'Pods', exact: true }).click();
  await expect(page.locator('.admin-card').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
});

test('texts of people have their own direction, in lists, sheets and editors', async ({
  page,
  request,
}) => {
  const word = 'مرحبا';
  /** Returns the draft with the Arabic word in each of the given fields. */
  const inArabic = (draft: object, ...fields: string[]) => ({
    ...draft,
    ...Object.fromEntries(fields.map((field) => [field, `${word} ${field}`])),
  });
  const pod = await create(request, 'pods', inArabic(podDraft, 'name', 'description'));
  const app = await create(request, 'apps', inArabic(appDraft, 'name', 'description'));
  const blog = await create(
    request,
    'blogs',
    inArabic(plainBlogDraft, 'title', 'excerpt', 'content', 'author'),
  );
  const milestone = await create(
    request,
    'milestones',
    inArabic(milestoneDraft, 'title', 'description'),
  );
  const send = async (path: string, data: object): Promise<{ id: string }> =>
    (await request.post(path, { data })).json();
  const idea = await send(
    '/api/ideas',
    inArabic(
      ideaDraft,
      'title',
      'submitterName',
      'problemStatement',
      'proposedSolution',
      'targetAudience',
      'expectedImpact',
      'successMetrics',
      'dependencies',
    ),
  );
  const contact = await send('/api/contact', inArabic(contactDraft, 'name', 'subject', 'message'));
  const application = await send(
    '/api/applications',
    inArabic(
      { ...applicationDraft, ...applicationExtras, skills: [word] },
      'fullName',
      'mattermostHandle',
      'experience',
      'availability',
      'motivation',
    ),
  );
  await request.patch(`/api/admin/ideas/${idea.id}/status`, {
    data: { status: 'pending', notes: word },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });

  await open(page, '/admin');
  for (const address of [
    `?milestone=${milestone.id}`,
    `/pods?edit=${pod.id}`,
    `/apps?edit=${app.id}`,
    `/blogs/${blog.id}`,
    `/ideas?open=${idea.id}`,
    `/contacts?open=${contact.id}`,
    `/applications?open=${application.id}`,
  ]) {
    await page.evaluate((to) => history.pushState(null, '', `/admin${to}`), address);
    await expect(page.locator('dialog, .post-page')).toBeVisible();
    const withText = (text: string) => {
      const shown = [...document.querySelectorAll('body *')].filter((element) =>
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.value.includes(text)
          : !element.closest('textarea, option') &&
            [...element.childNodes].some(
              (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.includes(text),
            ),
      );
      const left = shown.filter(
        (element) => !element.closest('[dir=auto], bdi') && element.checkVisibility(),
      );
      return { seen: shown.length, left: left.map(({ outerHTML }) => outerHTML.slice(0, 200)) };
    };
    // Polls because the dialog is visible before its editor is loaded.
    await expect
      .poll(async () => (await page.evaluate(withText, word)).seen, address)
      .toBeGreaterThan(3);
    expect((await page.evaluate(withText, word)).left, address).toEqual([]);
  }
});
