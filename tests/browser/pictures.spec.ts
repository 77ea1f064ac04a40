import { randomBytes } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { appDraft, plainBlogDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  hold,
  resize,
  test,
  waitForHydration,
} from './site.ts';
import { create, openSignedIn, token, unique } from './staff.ts';

/** Returns a small picture of a random colour, because equal pictures get the same URL. */
async function photo(name = 'mud.png') {
  const background = `#${randomBytes(3).toString('hex')}`;
  const create = { width: 320, height: 180, channels: 3, background } as const;
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
}

const picture = /^\/pictures\/[0-9a-f]{32}-320x180\.webp$/;

/** Dispatches the event of a file that is dropped on the element or pasted into it. */
async function give(page: Page, selector: string, how: 'drop' | 'paste'): Promise<void> {
  const { name, mimeType, buffer } = await photo();
  await page.evaluate(
    ([target, event, bytes, file, type]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], file, { type }));
      const init = { bubbles: true, cancelable: true };
      document
        .querySelector(target)
        ?.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        );
    },
    [selector, how, buffer.toString('base64'), name, mimeType] as const,
  );
}

/** Returns a picture that does not compress, so that its upload takes some time on a slow connection. */
async function noise(name = 'noise.png') {
  const raw = { width: 400, height: 300, channels: 3 } as const;
  const buffer = await sharp(randomBytes(360_000), { raw }).png().toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Slows down the uploads of a page until the returned function is called. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
  return () => session.detach();
}

/** Publishes the post that is open in the editor. */
async function publish(page: Page): Promise<void> {
  await page.locator('.post-bar').getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toContainText('Post published');
}

test('pictures are described or marked decorative before a post is published, and shown with their sizes', async ({
  page,
}) => {
  const title = `Mud ${unique()}`;
  await openSignedIn(page, '/admin/blogs/new');
  const editor = page.locator('.post-page');
  await editor.getByLabel('Title').fill(title);
  const content = editor.getByLabel('Content');
  await content.fill('First.\n\nLast.');
  await content.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(6, 6));
  const chooser = page.waitForEvent('filechooser');
  await editor.getByRole('button', { name: 'Add picture' }).click();
  await (await chooser).setFiles([await photo(), await photo('second.png')]);
  await expect(content).toHaveValue(/^First\.(\n\n!\[\]\(\/pictures\/\S+\)){2}\n\nLast\.$/);
  const words = editor.getByLabel('Describe this picture');
  await expect(words).toHaveCount(2);
  await editor.getByRole('button', { name: 'Publish' }).click();
  const missing = editor.getByText('Not published yet: this picture has no description.');
  await expect(missing).toHaveCount(2);
  await expect(words.first()).toBeFocused();
  await expectFineInBothThemes(page);
  await words.first().fill('A [wet] path');
  await words.first().press('Enter');
  await expect(words).toHaveCount(1);
  await expect(words).toBeFocused();
  await editor.getByRole('button', { name: 'It only decorates' }).click();
  await expect(content).toHaveValue(
    /!\[A \\\[wet\\\] path\]\(\S+\)\s+!\[decorative\]\(\S+\)\s+Last\.$/,
  );
  await expect(content).toBeFocused();
  const preview = editor.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('figure img').first()).toBeVisible();
  // "Save draft" must only save, also after a publication that was refused.
  let publications = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/publication')) publications += 1;
  });
  await editor.getByRole('button', { name: 'Save draft' }).click();
  await expect(editor.getByText(/^Saved \d/)).toBeVisible();
  await publish(page);
  expect(publications).toBe(1);
  await expect(page).toHaveURL(/blogs\/mud-/);

  await page.goto(page.url().replace('/admin/blogs/', '/blog/'));
  await waitForHydration(page);
  const pictures = page.locator('.prose img');
  await expect(pictures).toHaveCount(2);
  await expect(pictures.last()).toHaveAttribute('alt', '');
  const shown = page.getByRole('img', { name: 'A [wet] path' });
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveAttribute('width', '320');
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(await shown.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('.avif');
  await expectToFit(page);
  await resize(page, 390);
  await expectToFit(page);
});

test('a dropped or pasted picture blocks publishing until uploaded; a failed one can be retried or removed', async ({
  page,
  expectMessage,
}) => {
  expectMessage('status of 503', 'status of 415', 'status of 413', 'net::ERR_FAILED');
  // On a site without TLS, browsers offer no `randomUUID`.
  await page.addInitScript(() =>
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }),
  );
  await openSignedIn(page, '/admin/blogs/new');
  const editor = page.locator('.post-page');
  await editor.getByLabel('Title').fill('Waits');
  const content = editor.getByLabel('Content');
  await content.fill('Text.');
  const release = await hold(page, '**/api/admin/pictures');
  await give(page, '#content', 'drop');
  await expect(content).toHaveValue(/^Text\.\n\n!\[Uploading mud\.png\]\(#upload-[0-9a-f]{8}\)$/);
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toContainText('A picture is still being uploaded.');
  release();
  await expect(content).toHaveValue(/^Text\.\n\n!\[\]\(\/pictures\/\S+\)$/);
  await content.focus();
  await give(page, '#content', 'paste');
  await expect(content).toHaveValue(/\)\n\n!\[\]\(\/pictures\/\S+\)$/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue(/^Text\.\n\n!\[\]\(\/pictures\/\S+\)$/);

  const answerOnce = (answer: (route: Route) => Promise<void>) =>
    page.route('**/api/admin/pictures', answer, { times: 1 });
  const failure = editor.getByRole('alert');
  const tryAgain = editor.getByRole('button', { name: 'Try again' });
  await content.fill('Text.');
  await answerOnce((route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }));
  await give(page, '#content', 'drop');
  await expect(failure).toContainText('mud.png was not uploaded.Busy.');
  await answerOnce((route) => route.abort());
  await tryAgain.click();
  await expect(failure).toContainText('The site did not answer.');
  await answerOnce((route) => route.fulfill({ status: 413, body: '<h1>Payload too large</h1>' }));
  await tryAgain.click();
  await expect(failure).toContainText('It has too many bytes for the site.');
  await tryAgain.click();
  await expect(content).toHaveValue(/^Text\.\n\n!\[\]\(\/pictures\/\S+\)$/);
  const chooser = page.waitForEvent('filechooser');
  await editor.getByRole('button', { name: 'Add picture' }).click();
  const svg = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg></svg>') };
  await (await chooser).setFiles(svg);
  await expect(failure).toContainText('SVG is not taken');
  await editor.getByRole('button', { name: 'Remove' }).click();
  await expect(content).not.toHaveValue(/Uploading/);
});

test('an upload shows how much of it is sent, and can be cancelled', async ({ page }) => {
  await openSignedIn(page, '/admin/blogs/new');
  const editor = page.locator('.post-page');
  const content = editor.getByLabel('Content');
  await content.fill('Text.');
  await slowDown(page, 20_000);
  const chooser = page.waitForEvent('filechooser');
  await editor.getByRole('button', { name: 'Add picture' }).click();
  await (await chooser).setFiles([await noise(), await photo('next.png')]);
  const first = editor.getByRole('progressbar', { name: 'Upload of noise.png' });
  await expect
    .poll(() => first.evaluate((bar: HTMLProgressElement) => bar.position))
    .toBeGreaterThan(0.05);
  await expect(editor.getByText(/^[1-9]\d?%$/)).toBeVisible();
  await expect(editor.getByText('Waiting')).toBeVisible();
  await editor.getByRole('button', { name: 'Cancel the upload of next.png' }).click();
  await expect(content).not.toHaveValue(/next/);
  await editor.getByRole('button', { name: 'Cancel the upload of noise.png' }).click();
  await expect(content).toHaveValue(/^Text\.\s*$/);
  await expect(content).toBeFocused();
  await expect(editor.getByRole('progressbar')).toHaveCount(0);
  await expect(editor.getByRole('alert')).toHaveCount(0);
});

/** Chooses a file for the lead picture. */
async function choose(editor: Locator, button: string, file: Awaited<ReturnType<typeof photo>>) {
  const chooser = editor.page().waitForEvent('filechooser');
  await editor.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

test('the upload of a lead picture is cancelled; the picture is described or decorative, replaced and removed', async ({
  page,
  request,
}) => {
  const { id } = await create(request, 'blogs', { ...plainBlogDraft, title: `Led ${unique()}` });
  await openSignedIn(page, `/admin/blogs/${id}`);
  const editor = page.locator('.post-page');
  const speedUp = await slowDown(page, 20_000);
  await choose(editor, 'Choose picture', await noise());
  await editor.getByRole('button', { name: 'Cancel the upload of noise.png' }).click();
  await expect(editor.getByRole('button', { name: 'Choose picture' })).toBeFocused();
  await speedUp();

  await choose(editor, 'Choose picture', await photo());
  const shown = editor.getByRole('img', { name: 'The chosen one' });
  await expect(shown).toHaveAttribute('src', picture);
  await editor.getByRole('button', { name: 'Publish changes' }).click();
  await expect(
    editor.getByText('Describe the picture, or say that it is decorative.'),
  ).toBeVisible();
  const description = editor.getByLabel('Description of the picture');
  await expect(description).toBeFocused();
  await expectFineInBothThemes(page);
  await description.fill('A wide field');
  const first = await shown.getAttribute('src');
  await choose(editor, 'Replace picture', await photo());
  await expect(shown).not.toHaveAttribute('src', String(first));
  const save = async () => {
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/publication'));
    await editor.getByRole('button', { name: 'Publish changes' }).click();
    expect((await saved).ok()).toBe(true);
  };
  await save();
  const read = async () => (await (await request.get(`/api/blogs/${id}`)).json()).leadPicture;
  expect(await read()).toMatchObject({ alt: 'A wide field', width: 320, height: 180 });
  const html = await (await request.get(`/blog/${id}`)).text();
  expect(html).toMatch(/<img [^>]*alt="A wide field"/);
  await editor.getByLabel('It only decorates').check();
  await save();
  expect((await read()).alt).toBe('');
  await editor.getByRole('button', { name: 'Remove picture' }).click();
  await save();
  expect(await read()).toBe(null);
});

test('a project asks for the description of its lead picture too, and its page shows the picture', async ({
  page,
  request,
}) => {
  const name = `Led ${unique()}`;
  const { id } = await create(request, 'apps', { ...appDraft, name });
  await openSignedIn(page, `/admin/apps?edit=${id}`);
  const editor = page.getByRole('dialog');
  await expect(editor.getByLabel('Name', { exact: true })).toHaveValue(name);
  await choose(editor, 'Choose picture', await photo());
  await expect(editor.getByRole('img', { name: 'The chosen one' })).toHaveAttribute('src', picture);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(
    editor.getByText('Describe the picture, or say that it is decorative.'),
  ).toBeVisible();
  await expect(editor.getByLabel('Description of the picture')).toBeFocused();
  await editor.getByLabel('Description of the picture').fill('A wide field');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await page.goto(`/project/${id}`);
  await waitForHydration(page);
  await expect(page.getByRole('img', { name: 'A wide field' })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await resize(page, 390);
  await expectToFit(page);
});

test('a picture is sent as a file that never changes', async ({ request }) => {
  const { buffer } = await photo();
  const uploaded = await request.post('/api/admin/pictures', {
    data: buffer,
    headers: { Authorization: `Bearer ${await token(request)}`, 'Content-Type': 'image/png' },
  });
  const { path } = await uploaded.json();
  expect(path).toMatch(picture);
  const file = await request.get(path);
  expect(file.status()).toBe(200);
  expect(file.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const again = { 'If-None-Match': String(file.headers().etag) };
  expect((await request.get(path, { headers: again })).status()).toBe(304);
  expect((await request.get(path.replace(/-320x/, '-319x'))).status()).toBe(404);
});
