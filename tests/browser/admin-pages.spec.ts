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
import { expect, expectAccessible, expectToFit, resize, switchTheme, test } from './site.ts';
import { create, openSignedIn, token } from './staff.ts';

test.describe('with the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('unknown addresses lead to the dashboard; an admin reaches every page, and each fits and is accessible', async ({
    page,
  }) => {
    await fillDashboard(page);
    await openSignedIn(page, '/admin/nowhere');
    await expectTitle(page, 'Dashboard');
    await expect(page.getByText('The staff area needs scripts')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Mail that could not be sent' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Waiting for an answer' })).toBeVisible();
    const entries = page.getByRole('navigation', { name: 'Staff area' }).getByRole('link');
    await expect(entries).toHaveText([
      'Dashboard',
      'Pods',
      'Apps',
      'Blogs',
      'Applications',
      'Ideas',
      'Contacts',
      'Import',
      'Users',
    ]);
    for (const name of await entries.allTextContents()) {
      await test.step(name, async () => {
        const entry = entries.filter({ hasText: name });
        await page.setViewportSize({ width: 1280, height: 720 });
        await entry.click();
        await expectTitle(page, name);
        await expect(entry).toHaveAttribute('aria-current', 'page');
        await expect(page.locator('[aria-current=page]')).toHaveCount(1);
        // Other spec files run axe on these pages, in a state that shows more parts.
        const hasOwnCheck = ['Ideas', 'Contacts', 'Users'].includes(name);
        if (hasOwnCheck) await expectToFitEverywhere(page);
        // All staff pages share the sidebar and the header, so only the dashboard gets all axe rules at phone width.
        else await expectFine(page, name === 'Dashboard' ? 'all' : 'colours');
      });
    }
  });

  test('pages and editors without a sidebar entry fit and are accessible; a link to a deleted entry says so', async ({
    page,
    untouchedServer,
    expectMessage,
  }) => {
    await openSignedIn(page, '/admin/settings');
    await expectTitle(page, 'Settings');
    // mail.spec.ts runs axe on the settings.
    await expectToFitEverywhere(page);
    for (const [address, title] of [
      ['/pods?edit=new', 'Pods'],
      ['/pods/log', 'Flight log'],
      ['/pods/log?edit=new', 'Flight log'],
    ] as const) {
      await test.step(address, async () => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.evaluate((to) => history.pushState(null, '', `/admin${to}`), address);
        await expectTitle(page, title);
        await expect(page.getByRole('dialog')).toHaveCount(address.includes('edit') ? 1 : 0);
        await expectFine(page);
      });
    }

    // Only ideas cause a 404, because they are fetched by id. Pods, users and milestones are found in a list.
    const goneIdea = '/admin/ideas?open=gone';
    const appFromIdea = '/admin/apps?edit=new&idea=gone';
    for (const address of [goneIdea, appFromIdea]) {
      expectMessage(`(Not Found) at ${untouchedServer}${address}`, 'There is no such idea.');
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const [address, kind] of [
      ['/admin/pods?edit=gone', 'pod'],
      [goneIdea, 'idea'],
      [appFromIdea, 'idea'],
      ['/admin/users?edit=gone', 'user'],
      ['/admin?milestone=gone', 'milestone'],
    ] as const) {
      // One link is opened with a page load, as from a mail.
      if (address === goneIdea) await page.goto(address);
      else await page.evaluate((to) => history.pushState(null, '', to), address);
      const dialog = page.getByRole('dialog', { name: `No such ${kind}` });
      await expect(dialog).toContainText('It has been deleted, or the link is wrong.');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(page).toHaveURL((url) => url.search === '');
      await expect
        .poll(() => page.evaluate(() => document.activeElement === document.body), kind)
        .toBe(false);
    }
  });

  test('on a phone the sidebar is a drawer; a page opens at its top, and Back restores the scroll position', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, '/admin/pods');
    await expect(page.locator('.admin-card').first()).toBeVisible();
    const nav = page.getByRole('navigation', { name: 'Staff area' });
    await expect(nav).toBeHidden();
    const opener = page.getByRole('button', { name: 'Open sidebar' });
    const scrolled = () => page.evaluate(() => scrollY);
    const scrollDownTo = async (top: number) => {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
      await expect.poll(() => page.evaluate(() => history.state?.top)).toBe(top);
    };
    await scrollDownTo(600);
    await expect(opener, 'the bar stays in view').toBeInViewport({ ratio: 1 });
    await opener.click();
    await nav.getByRole('link', { name: 'Ideas' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
    await expect(nav).toBeHidden();
    await expect(page.locator('.entry').first()).toBeVisible();
    await expect.poll(scrolled, 'the next page starts at its top').toBe(0);

    await resize(page, 1440, 500);
    await scrollDownTo(700);
    await nav.getByRole('link', { name: 'Pods', exact: true }).click();
    await expect(page.locator('.admin-card').first()).toBeVisible();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
    await expect.poll(scrolled).toBe(700);
  });
});

/** Mocks the failed mail and the recent activity of the dashboard. The demo content has no failed mail. */
async function fillDashboard(page: Page): Promise<void> {
  const entry = { id: '1', kind: 'idea', submissionId: 'x', name: 'Owls', at: '2026-11-15T10:00Z' };
  const failed = { ...entry, topic: 'receipt', reason: '550 no such mailbox' };
  const change = { ...entry, by: 'admin', what: 'answer', status: null };
  await page.route('**/api/admin/mail', (route) => route.fulfill({ json: [failed] }));
  await page.route('**/api/admin/activity', (route) => route.fulfill({ json: [change] }));
}

async function expectTitle(page: Page, title: string): Promise<void> {
  const headings = page.getByRole('heading', { level: 1, includeHidden: true });
  await expect(headings.filter({ visible: true })).toHaveText([title]);
}

async function expectFine(page: Page, rulesOnPhone: 'all' | 'colours' = 'colours') {
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

async function expectToFitEverywhere(page: Page): Promise<void> {
  for (const width of [1280, 390, 320]) {
    await resize(page, width);
    await expectToFit(page);
  }
}

test('texts of users have an automatic direction in lists, sheets and editors', async ({
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

  await openSignedIn(page, '/admin');
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
      const withoutDirection = shown.filter(
        (element) => !element.closest('[dir=auto], bdi') && element.checkVisibility(),
      );
      return {
        count: shown.length,
        withoutDirection: withoutDirection.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      };
    };
    // Polls because the dialog is visible before its editor is loaded.
    await expect
      .poll(async () => (await page.evaluate(withText, word)).count, address)
      .toBeGreaterThan(3);
    expect((await page.evaluate(withText, word)).withoutDirection, address).toEqual([]);
  }
});
