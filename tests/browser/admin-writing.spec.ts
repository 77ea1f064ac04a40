import type { APIRequestContext, Page } from '@playwright/test';
import { plainBlogDraft as post } from '../drafts.ts';
import {
  expect,
  expectFineInBothThemes,
  hold,
  loseResponse,
  resize,
  test,
  withMotion,
} from './site.ts';
import { colleague, create, openSignedIn, token, unique } from './staff.ts';

/** Writing posts: drafts, autosave, publishing, scheduling, revisions, conflicts by line, and the preview. */

const headers = async (request: APIRequestContext) => ({
  Authorization: `Bearer ${await token(request)}`,
});
const manuscript = async (request: APIRequestContext, id: string) =>
  (await request.get(`/api/admin/manuscripts/${id}`, { headers: await headers(request) })).json();
/** Saves the manuscript through the API, as `who` or as the admin. */
async function saveByApi(
  request: APIRequestContext,
  id: string,
  change: object,
  who: object | undefined = undefined,
) {
  const { post: current } = await manuscript(request, id);
  const answer = await request.put(`/api/admin/manuscripts/${id}`, {
    data: { ...current, ...change },
    headers: { Authorization: `Bearer ${await token(request, who)}` },
  });
  expect(answer.status()).toBe(200);
}
const idOf = (page: Page) => new URL(page.url()).pathname.split('/')[3] ?? '';
const note = (page: Page) => page.locator('.saved-note');
const content = (page: Page) => page.getByLabel('Content');
const bar = (page: Page) => page.locator('.post-bar');

test('a draft is saved while typing, survives a reload, and names what is missing before it is published', async ({
  page,
  request,
}) => {
  const title = `Stork ${unique()}`;
  await openSignedIn(page, '/admin/blogs/new');
  await page.getByLabel('Title').fill('Stork');
  await content(page).fill('First words.');
  await expect(note(page)).toContainText('Saved');
  await expect(page).toHaveURL(/\/admin\/blogs\/[0-9a-f-]{36}$/);
  await expect(content(page), 'the focus stays').toBeFocused();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Title').press('Enter');
  await expect(note(page)).toContainText('Saved');
  await expect(bar(page), 'Enter in a field does not publish').toContainText('Draft');
  expect(await (await request.get('/api/blogs')).text()).not.toContain(title);
  await page.reload();
  await expect(content(page)).toHaveValue('First words.');
  await expect(bar(page)).toContainText('Draft');

  await content(page).fill('');
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  await expect(content(page)).toBeFocused();
  await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
  const published = page.getByLabel('Published');
  await published.evaluate((input: HTMLInputElement) => {
    input.value = '123456-01-01T00:00';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await content(page).fill('First words.\n\nMore of them.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.locator('#publishedAt-error')).toContainText('four digits');
  await expect(published, 'the browser takes this date, the site does not').toBeFocused();
  await published.fill('');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(note(page)).toContainText('Saved');

  await page.getByRole('link', { name: 'Back to all blogs' }).click();
  await page.getByLabel('State').selectOption('draft');
  const card = page.locator('.admin-card', { hasText: title });
  await expect(card.locator('.badge').first()).toHaveText('Draft');
  await card.getByRole('button', { name: 'Edit' }).click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toContainText('Post published');
  await expect(page).toHaveURL(/\/admin\/blogs\/stork-/);
  const blog = await (await request.get(`/api/blogs/${idOf(page)}`)).json();
  expect(blog).toMatchObject({ title, content: 'First words.\n\nMore of them.' });
  await content(page).fill('Other words.');
  await expect(bar(page)).toContainText('Unpublished changes');
  await expect(note(page)).toContainText('Saved');
  const same = await (await request.get(`/api/blogs/${idOf(page)}`)).json();
  expect(same.content, 'changes are public once they are published').toBe(blog.content);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(content(page)).toHaveValue(blog.content);
});

test('while the server does not answer, text is kept and sent later, and no publication is called failed', async ({
  page,
  request,
  expectMessage,
}) => {
  const { id } = await create(request, 'manuscripts', { ...post, title: `Rail ${unique()}` });
  await openSignedIn(page, `/admin/blogs/${id}`);
  await expect(content(page)).toBeVisible();
  await page.route('**/api/admin/manuscripts/*', (route) => route.abort());
  await content(page).fill('Typed offline.');
  await expect(note(page)).toContainText('the server does not answer');
  await page.unroute('**/api/admin/manuscripts/*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(note(page)).toContainText('Saved');
  expect((await manuscript(request, id)).post.content).toBe('Typed offline.');

  const loseStates = () =>
    page.route('**/api/admin/manuscripts/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
  await loseStates();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toContainText('Post published');
  await page.unrouteAll();
  await content(page).fill('Typed after that.');
  await expect(note(page)).toContainText('Saved');
  await page.reload();
  await expect(content(page)).toHaveValue('Typed after that.');
  await expect(bar(page)).toContainText('Unpublished changes');

  await page.getByRole('button', { name: 'Discard changes' }).click();
  await loseStates();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/admin\/blogs$/);
  const { blogId } = await manuscript(request, id);
  expect((await manuscript(request, blogId)).post.content).toBe('Typed offline.');
  expectMessage('net::ERR_FAILED', 'status of 412');
});

test('leaving a page at once still saves it, and a new draft whose response was lost is created once', async ({
  page,
  request,
  expectMessage,
}) => {
  const { id } = await create(request, 'manuscripts', { ...post, title: `Swift ${unique()}` });
  await openSignedIn(page, `/admin/blogs/${id}`);
  await content(page).fill('Typed at the door.');
  await page.getByRole('link', { name: 'Back to all blogs' }).click();
  await expect
    .poll(async () => (await manuscript(request, id)).post.content)
    .toBe('Typed at the door.');
  await page.getByRole('button', { name: 'Add Blog' }).click();
  const release = await hold(page, '**/api/admin/manuscripts');
  const title = `Swallow ${unique()}`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const saved = page.waitForResponse('**/api/admin/manuscripts');
  release();
  await saved;
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Blogs', exact: true }).click();
  await expect(page.locator('.admin-card', { hasText: title })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/blogs$/);
  await page.unrouteAll();

  const word = unique();
  await page.getByRole('button', { name: 'Add Blog' }).click();
  await loseResponse(page, '**/api/admin/manuscripts');
  await page.getByLabel('Title').fill(`Lost ${word}`);
  await bar(page).getByRole('button', { name: 'Save draft' }).click();
  await expect(note(page)).toContainText('the server does not answer');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(`Lost ${word}`);
  await page.getByLabel('Title').fill(`Found ${word}`);
  await bar(page).getByRole('button', { name: 'Save draft' }).click();
  await expect(note(page)).toContainText('Saved');
  const answer = await request.get('/api/admin/manuscripts', { headers: await headers(request) });
  const titles = (await answer.json()).map((each: { post: { title: string } }) => each.post.title);
  expect(titles.filter((found: string) => found.includes(word))).toEqual([`Found ${word}`]);
  expectMessage('net::ERR_FAILED', 'status of 409');
});

test('a post is scheduled in a time zone, and the schedule is cancelled', async ({
  page,
  request,
}) => {
  const { id } = await create(request, 'manuscripts', { ...post, title: `Teal ${unique()}` });
  await openSignedIn(page, `/admin/blogs/${id}`);
  await bar(page).getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
  const time = dialog.getByLabel('Date and time');
  await time.fill('2027-03-28T02:30');
  await expect(dialog).toContainText('skip this time');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(time).toHaveAttribute('aria-invalid', 'true');
  await time.fill('2027-10-31T02:30');
  await dialog.getByLabel('The second time').check();
  await expect(dialog).toContainText('31 Oct 2027, 01:30 UTC');
  await expectFineInBothThemes(page);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(bar(page)).toContainText('31 Oct 2027, 02:30 Europe/Berlin');
  expect(await manuscript(request, id)).toMatchObject({
    state: 'scheduled',
    scheduledFor: '2027-10-31T01:30:00.000Z',
    timeZone: 'Europe/Berlin',
  });
  await bar(page).getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByRole('button', { name: 'End schedule' }).click();
  await expect(bar(page).locator('.badge')).toHaveText('Draft');
});

test('two people write one post: different lines are merged, the same line is a conflict', async ({
  page,
  request,
  expectMessage,
}) => {
  const lines = ['Alpha', '', 'Beta', '', 'Gamma'];
  const { id } = await create(request, 'manuscripts', {
    ...post,
    title: `Crake ${unique()}`,
    content: lines.join('\n'),
  });
  const other = await colleague(request, 'blog-admin');
  await openSignedIn(page, `/admin/blogs/${id}`);
  // The editor must have loaded this version before somebody else changes the post.
  await expect(content(page)).toHaveValue(lines.join('\n'));
  const theirs = { content: 'Alpha\n\nBeta\n\nGamma theirs', excerpt: 'Theirs' };
  await saveByApi(request, id, theirs, other);
  await content(page).fill(['Alpha mine', ...lines.slice(1)].join('\n'));
  await expect(page.locator('.toast')).toContainText(`${other.username} has changed this post`);
  await expect(content(page)).toHaveValue('Alpha mine\n\nBeta\n\nGamma theirs');
  await expect(page.getByLabel('Excerpt')).toHaveValue('Theirs');
  await expect(note(page)).toContainText('Saved');
  await saveByApi(request, id, { content: 'Alpha mine\n\nBeta theirs\n\nGamma theirs' }, other);
  await content(page).fill('Alpha mine\n\nBeta mine\n\nGamma theirs');
  const conflict = page.locator('.conflict');
  await expect(conflict).toContainText('line 3');
  await expect(conflict).toBeInViewport();
  await expect(content(page), 'the focus stays with the writer').toBeFocused();
  await expect(conflict.locator('mark').first()).toHaveText('mine');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(conflict, 'saving leads to the question').toBeFocused();
  expect((await manuscript(request, id)).post.content).toContain('Beta theirs');
  await conflict.getByRole('button', { name: 'Keep both: line 3' }).click();
  await expect(conflict).toBeHidden();
  await expect(note(page)).toContainText('Saved');
  expect((await manuscript(request, id)).post.content).toBe(
    'Alpha mine\n\nBeta mine\nBeta theirs\n\nGamma theirs',
  );
  expectMessage('status of 412');
});

test('unpublished changes are merged with a published post, and publishing resumes after a conflict', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Ibis ${unique()}`;
  const blog = await create(request, 'blogs', { ...post, title, content: 'One\n\nTwo' });
  const changeByApi = async (text: string) =>
    request.put(`/api/admin/blogs/${blog.id}`, {
      data: { ...post, title, content: text },
      headers: await headers(request),
    });
  const published = async () => (await (await request.get(`/api/blogs/${blog.id}`)).json()).content;
  await openSignedIn(page, `/admin/blogs/${blog.id}`);
  await content(page).fill('One mine\n\nTwo');
  await expect(note(page)).toContainText('Saved');
  await changeByApi('One\n\nTwo theirs');
  await bar(page).getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.locator('.toast')).toContainText('Post published');
  expect(await published()).toBe('One mine\n\nTwo theirs');

  await content(page).fill('One of mine\n\nTwo theirs');
  await expect(note(page)).toContainText('Saved');
  await changeByApi('One of theirs\n\nTwo theirs');
  await bar(page).getByRole('button', { name: 'Publish changes' }).click();
  const conflict = page.locator('.conflict');
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText('published when you have chosen');
  await expect(bar(page)).toContainText('Unpublished changes');
  await expectFineInBothThemes(page);
  await conflict.getByRole('button', { name: 'Keep both: line 1' }).click();
  await expect.poll(published).toBe('One of mine\nOne of theirs\n\nTwo theirs');

  await expect(bar(page)).toContainText('Published');
  await saveByApi(request, blog.id, { content: 'A draft of theirs' });
  await content(page).fill('Mine, not saved yet');
  await bar(page).getByRole('button', { name: 'Publish changes' }).click();
  await expect(conflict).toContainText('published when you have chosen');
  await conflict.getByRole('button', { name: 'Keep both: line 1' }).click();
  await expect.poll(published).toBe('Mine, not saved yet\nA draft of theirs');
  expectMessage('status of 412');
});

test('an earlier revision is compared and restored; a long comparison counts the changes it leaves out', async ({
  page,
  request,
}) => {
  const blog = await create(request, 'blogs', {
    ...post,
    title: `Gull ${unique()}`,
    content: 'The old words.',
  });
  await openSignedIn(page, `/admin/blogs/${blog.id}`);
  await content(page).fill('The new words.');
  await expect(note(page)).toContainText('Saved');
  await bar(page).getByRole('button', { name: 'Revisions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('li')).toHaveCount(2);
  await expect(dialog.locator('.revision del mark')).toHaveText('old');
  await expect(dialog.locator('.revision ins mark')).toHaveText('new');
  await expectFineInBothThemes(page);
  await dialog.getByRole('button', { name: 'Restore this revision' }).click();
  await expect(content(page)).toHaveValue('The old words.');
  await expect(bar(page)).toContainText('Published');
  await bar(page).getByRole('button', { name: 'Revisions' }).click();
  await expect(dialog.locator('li').first()).toContainText('Restored');
  await page.keyboard.press('Escape');

  const lines = (word: string) =>
    Array.from({ length: 210 }, (_, at) => `The ${word} line ${at}\nThe same line ${at}`).join(
      '\n',
    );
  const title = `Tern ${unique()}`;
  const { id } = await create(request, 'manuscripts', { ...post, title, content: lines('old') });
  await saveByApi(request, id, { content: lines('new') });
  await page.evaluate((to) => history.pushState(null, '', `/admin/blogs/${to}`), id);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await bar(page).getByRole('button', { name: 'Revisions' }).click();
  await expect(dialog.locator('.difference .skipped').last()).toHaveText('10 more changes');
});

test('a revision that cannot be read says so, and so does the list; both can be fetched again', async ({
  page,
  request,
  expectMessage,
}) => {
  const { id } = await create(request, 'manuscripts', { ...post, content: 'The old words.' });
  await saveByApi(request, id, { content: 'The new words.' });
  await openSignedIn(page, `/admin/blogs/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Revisions' });
  const retry = dialog.getByRole('button', { name: 'Retry' });
  const lists = `**/api/admin/manuscripts/${id}/revisions`;
  const revisions = '**/api/admin/revisions/*';
  for (const path of [lists, revisions]) await page.route(path, (route) => route.abort());
  await bar(page).getByRole('button', { name: 'Revisions' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The revisions could not be read.');
  await page.unroute(lists);
  await retry.click();
  await expect(dialog.getByRole('alert')).toContainText('This revision could not be read.');
  await page.unroute(revisions);
  await retry.click();
  await expect(dialog.locator('.revision del mark')).toHaveText('old');
  expectMessage('net::ERR_FAILED');
});

test('the list of posts shows a text that was still being saved when the editor was left', async ({
  page,
  request,
}) => {
  const word = unique();
  const { id } = await create(request, 'manuscripts', { ...post, title: `Old ${word}` });
  await openSignedIn(page, `/admin/blogs?q=${word}`);
  const title = page.getByRole('heading', { level: 2 });
  await expect(title).toHaveText(`Old ${word}`);
  const saves = `**/api/admin/manuscripts/${id}`;
  for (const next of ['New', 'Newest']) {
    await page.evaluate((to) => history.pushState(null, '', to), `/admin/blogs/${id}`);
    await expect(content(page)).toHaveValue(post.content);
    const release = await hold(page, saves);
    await page.getByLabel('Title').fill(`${next} ${word}`);
    // The first round leaves the editor before the autosave is sent, the second while its request is in flight.
    if (next === 'Newest') await expect(note(page)).toContainText('Saving');
    await page.goBack();
    await expect(title).toBeVisible();
    release();
    await expect(title).toHaveText(`${next} ${word}`);
    await page.unrouteAll();
  }
});

test('the preview follows the caret, and replaces the text on a phone; untouched fields keep their values', async ({
  page,
  request,
}) => {
  const title = `Mud ${unique()}`;
  await withMotion(page);
  await openSignedIn(page, `/admin/blogs?q=${title}`);
  await page.getByRole('button', { name: 'Add Blog' }).click();
  await expect(page.getByLabel('Minutes to read')).toHaveValue('5');
  await expect(page.getByText('Time zone: UTC')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  const paragraphs = Array.from({ length: 20 }, (_, at) => `Paragraph number ${at}.`);
  await content(page).fill(['## Wet', '*very* <b>wet</b>', ...paragraphs].join('\n\n'));
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Wet' })).toBeVisible();
  await expect(preview.locator('em')).toHaveText('very');
  await expect(preview).toContainText('<b>wet</b>');
  const last = preview.getByText('Paragraph number 19.');
  await expect(last).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(last).not.toBeInViewport();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(last).toBeInViewport();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await resize(page, 390, 844);
  await expect(content(page)).toBeVisible();
  await expect(preview).toBeHidden();
  await bar(page).getByRole('button', { name: 'Preview' }).click();
  await expect(preview.locator('.prose > *').first()).toBeVisible();
  await expect(content(page)).toBeHidden();
  await expectFineInBothThemes(page);
  await resize(page, 1280, 720);

  await page.getByLabel('Minutes to read').fill('');
  await page.getByLabel('Show it first').check();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toContainText('Post published');
  await page.getByRole('link', { name: 'Back to all blogs' }).click();
  const card = page.locator('.admin-card', { hasText: title });
  await expect(card).toContainText('Featured');
  await expect(card).toContainText('5 min read');
  const blogs = await (await request.get('/api/blogs')).json();
  const saved = blogs.find((blog: { title: string }) => blog.title === title);
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(content(page)).toHaveValue(/very/);
  await page.getByLabel('Excerpt').fill('Wet, very.');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(bar(page)).toContainText('Published');
  await page.getByRole('link', { name: 'Back to all blogs' }).click();
  await expect(card).toContainText('Wet, very.');
  await expect(card, 'what was not touched stays').toContainText('Featured');
  const after = await (await request.get(`/api/blogs/${saved.id}`)).json();
  expect(after.publishedAt, 'a time that was not touched stays to the millisecond').toBe(
    saved.publishedAt,
  );
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card).toHaveCount(0);
});
