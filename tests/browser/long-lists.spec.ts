import { plainBlogDraft } from '../drafts.ts';
import { admin, expect, ready, testOn } from './site.ts';

/** A blog with more than the 48 posts that its page shows at first. */

const test = testOn(async (address) => {
  const json = { 'Content-Type': 'application/json' };
  const login = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(admin),
  });
  const { token } = (await login.json()) as { token: string };
  for (let number = 1; number <= 50; number += 1) {
    const publishedAt = new Date(Date.UTC(2027, 0, 1, 0, number)).toISOString();
    const draft = { ...plainBlogDraft, title: `Post number ${number}`, publishedAt };
    await fetch(`${address}/api/admin/blogs`, {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${token}` },
      body: JSON.stringify(draft),
    });
  }
});

test.describe.configure({ mode: 'default' });

test('the page begins with the newest posts, and shows more on demand', async ({ page }) => {
  await page.goto('/blog');
  await ready(page);
  const posts = page.locator('.post');
  await expect(posts).toHaveCount(48);
  await expect(posts.first()).toContainText('Post number 50');
  // The featured post is shown although it is older than the 48 posts of the list.
  await expect(page.locator('.featured')).toBeVisible();
  await page.getByRole('link', { name: 'Show more posts' }).press('Enter');
  await expect(posts.nth(48).locator('h3')).toBeFocused();
  await expect(page).toHaveURL(/shown=96$/);
  await expect(page.getByRole('link', { name: 'Show more posts' })).toHaveCount(0);
  await page.reload();
  await expect(posts.nth(49)).toContainText('Post number 1');
});

test('the server searches all posts, also those that are not on the page', async ({ page }) => {
  await page.goto('/blog');
  await ready(page);
  const posts = page.locator('.post');
  await page.getByRole('searchbox').fill('POST number 1');
  await expect(posts).toHaveCount(11);
  await expect(page.getByText('11 posts', { exact: true })).toBeAttached();
  await expect(page.locator('.featured')).toHaveCount(0);
  await expect(page).toHaveURL(/q=POST\+number\+1$/);
  await page.reload();
  await expect(posts).toHaveCount(11);
});

test('a search that fails says so, and can be tried again', async ({ page, expectMessage }) => {
  await page.goto('/blog');
  await ready(page);
  await page.route('**/api/blogs?*q=*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('searchbox').fill('number 2');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to load blog posts. Please try again later.');
  expectMessage('status of 500');
  await page.unroute('**/api/blogs?*q=*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.post')).toHaveCount(11);
});
