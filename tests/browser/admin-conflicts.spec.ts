import type { APIRequestContext } from '@playwright/test';
import { contactDraft, ideaDraft, podDraft } from '../drafts.ts';
import { expect, hold, resize, test } from './site.ts';
import { create, openSignedIn, token, unique } from './staff.ts';

/**
 * Two people edit one entry, or a response is late. No text is lost, and refusals are shown. A late response closes
 * only the dialog that sent its request.
 */

async function changePod(
  request: APIRequestContext,
  pod: { id: string; name: string },
  change: object,
) {
  const answer = await request.put(`/api/admin/pods/${pod.id}`, {
    data: { ...podDraft, name: pod.name, ...change },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  expect(answer.status()).toBe(200);
}

test('a draft of an older version never overwrites a newer one, also if the newer one cannot be fetched', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Stint ${unique()}` });
  const dialog = page.getByRole('dialog');

  // The dialog is closed without typing: no draft remains, and the newest version is shown.
  await openSignedIn(page, `/admin/pods?q=${pod.name}`);
  await page.getByRole('button', { name: `Edit ${pod.name}` }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await changePod(request, pod, { description: 'Changed by a colleague.' });
  await page.goto(`/admin/pods?edit=${pod.id}`);
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Changed by a colleague.',
  );

  // The dialog is closed after typing: the draft is restored, and conflicts with the newer version.
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Typed here.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await changePod(request, pod, { description: 'Theirs.', technologies: ['theirs'], progress: 77 });
  await page.goto(`/admin/pods?edit=${pod.id}`);
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed here.');
  await page.route('**/api/pods', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('Failed to update pod');
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed here.');
  await page.unroute('**/api/pods');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody has changed this in the meantime')).toBeVisible();
  expectMessage('net::ERR_FAILED', 'status of 412');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog).toBeHidden();
  const saved = (await (await request.get('/api/pods')).json()).find(
    ({ id }: { id: string }) => id === pod.id,
  );
  expect(saved, 'what only they changed is theirs, tags and all').toMatchObject({
    description: 'Typed here.',
    technologies: ['theirs'],
    progress: 77,
  });
});

test('a late refusal is shown and keeps the draft; a late save or deletion closes only its own dialog', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  const one = await create(request, 'pods', { ...podDraft, name: `Knot ${word}` });
  const other = await create(request, 'pods', { ...podDraft, name: `Stint ${word}` });
  await openSignedIn(page, `/admin/pods?q=${word}&edit=${one.id}`);
  const dialog = page.getByRole('dialog');
  const description = dialog.getByRole('textbox', { name: 'Description' });
  for (const { message, ...refusal } of [
    { status: 412, json: { error: 'Somebody was quicker.' }, message: 'Somebody was quicker.' },
    {
      status: 422,
      json: { error: 'Look again.', fields: { name: 'No such name.' } },
      message: 'No such name.',
    },
  ]) {
    await description.fill(`Refused with ${refusal.status}`);
    const release = await hold(page, `**/api/admin/pods/${one.id}`, (route) =>
      route.fulfill(refusal),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    release();
    await expect(page.locator('.toast')).toContainText(message);
    await page.unroute(`**/api/admin/pods/${one.id}`);
    await page.getByRole('button', { name: `Edit ${one.name}` }).click();
    await expect(description).toHaveValue(`Refused with ${refusal.status}`);
  }
  expectMessage('status of 412', 'status of 422');

  await description.fill('Saved late.');
  const save = await hold(page, `**/api/admin/pods/${one.id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Edit ${other.name}` }).click();
  await description.fill('Typed meanwhile.');
  const saved = page.waitForResponse('**/api/pods');
  save();
  await saved;
  await expect(page.locator('.admin-card', { hasText: 'Saved late.' })).toBeVisible();
  await expect(description).toHaveValue('Typed meanwhile.');
  await page.keyboard.press('Escape');
  await page.unroute(`**/api/admin/pods/${one.id}`);

  const remove = await hold(page, `**/api/admin/pods/${one.id}`);
  await page.getByRole('button', { name: `Delete ${one.name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete ${other.name}` }).click();
  const listed = page.waitForResponse('**/api/pods');
  remove();
  await (await listed).finished();
  await expect(page.locator('.admin-card', { hasText: one.name })).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))));
  expect(await dialog.textContent()).toContain(other.name);
});

test('two reviewers see their conflict and decide per field; whitespace around notes is no conflict', async ({
  page,
  request,
  expectMessage,
}) => {
  const long = 'A line of many that the sheet has to show. '.repeat(100);
  const title = `Tern ${unique()}`;
  const data = { ...ideaDraft, title, problemStatement: long };
  const { id } = await (await request.post('/api/ideas', { data })).json();
  await openSignedIn(page, `/admin/ideas?q=${title}&open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  const status = sheet.getByRole('combobox', { name: 'Status' });
  const notes = sheet.getByRole('textbox', { name: 'Notes' });
  const save = sheet.getByRole('button', { name: 'Save status' });
  const toast = page.locator('.toast');
  const conflict = sheet.locator('.conflict');
  for (const typed of ['Call her\n', '  Call her twice \n']) {
    await notes.fill(typed);
    await save.click();
    await expect(toast).toContainText('Status saved');
    await expect(save).toBeEnabled();
    await expect(notes).toHaveValue(typed.trim());
    await expect(sheet.locator('.sheet-foot')).not.toContainText('Unsaved');
  }
  await expect(conflict).toHaveCount(0);

  for (const [width, height, mine] of [
    [1440, 900, 'approved'],
    [390, 844, 'under_review'],
  ] as const) {
    await resize(page, width, height);
    await status.selectOption(mine);
    await notes.fill(`Mine at ${width}. ${long}`);
    await request.patch(`/api/admin/ideas/${id}/status`, {
      data: { status: 'rejected', notes: `Theirs at ${width}. ${long}` },
      headers: { Authorization: `Bearer ${await token(request)}` },
    });
    // The refusal also fetches the list again. The decision below does not wait for it.
    const sendList = await hold(page, '**/api/admin/ideas?*');
    await save.click();
    await expect(conflict).toBeFocused();
    await expect(conflict.getByText('Somebody has changed this')).toBeInViewport({ ratio: 1 });
    const isOnTop = await conflict
      .locator('b')
      .first()
      .evaluate((element) => {
        const { left, top, height: high } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 3, top + high / 2));
      });
    expect(isOnTop, 'not under the head of the sheet').toBe(true);
    await expect(conflict).toContainText(`Theirs at ${width}.`);
    await expect(conflict).toContainText(`Mine at ${width}.`);
    await expect(notes).toHaveValue(new RegExp(`^Mine at ${width}`));
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.ok(),
      { timeout: 20_000 },
    );
    await conflict.getByRole('button', { name: 'Keep mine: Status' }).click();
    await conflict.getByRole('button', { name: 'Take theirs: Notes' }).click();
    await saved;
    sendList();
    await expect(toast).toContainText('Status saved');
    await expect(status).toHaveValue(mine);
    await expect(notes).toHaveValue(new RegExp(`^Theirs at ${width}`));
    await expect(conflict).toHaveCount(0);
  }
  expectMessage('status of 412');
});

test('a late deletion closes no other sheet, and a late refusal is shown', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  const ids: string[] = [];
  for (const name of ['a', 'b']) {
    const answer = await request.post('/api/ideas', {
      data: { ...ideaDraft, title: `Late ${word} ${name}` },
    });
    ids.push((await answer.json()).id);
  }
  const dialog = page.getByRole('dialog');
  await openSignedIn(page, `/admin/ideas?q=${word}&open=${ids[0]}`);

  const refuse = await hold(page, `**/api/admin/ideas/${ids[0]}/status`, (route) =>
    route.fulfill({ status: 412, json: { error: 'Somebody was quicker.' } }),
  );
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('approved');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`Late ${word} b`);
  refuse();
  await expect(page.locator('.toast')).toContainText('Somebody was quicker.');
  expectMessage('status of 412');

  const release = await hold(page, `**/api/admin/ideas/${ids[1]}`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete idea' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Next' }).click();
  release();
  await expect(page.locator('.list .entry', { hasText: `Late ${word} b` })).toHaveCount(0);
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`Late ${word} a`);
});

test('quick status changes of contacts do not conflict, and a stale list does not revert a newer status', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const number of [1, 2]) {
    await request.post('/api/contact', {
      data: { ...contactDraft, subject: `Gull ${number} ${word}` },
    });
  }
  const release = await hold(page, '**/api/admin/contacts/*/status');
  await openSignedIn(page, `/admin/contacts?q=${word}`);
  const one = page.getByLabel(`Status of Gull 1 ${word}`);
  const two = page.getByLabel(`Status of Gull 2 ${word}`);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/status')) answers.push(response.status());
  });
  await one.selectOption('read');
  await two.selectOption('replied');
  await one.selectOption('closed');
  release();
  await expect.poll(() => answers).toEqual([200, 200, 200]);
  await expect(one).toHaveValue('closed');
  await expect(two).toHaveValue('replied');
  await expect(page.locator('.toast'), 'no conflict is told').toContainText('Status saved');
  await page.unroute('**/api/admin/contacts/*/status');

  const badge = page
    .locator('.entry', { hasText: `Gull 1 ${word}` })
    .locator('.badge')
    .first();
  const list = await hold(page, '**/api/admin/contacts?*');
  const first = page.waitForResponse('**/api/admin/contacts/*/status');
  await one.selectOption('read');
  await first;
  const second = await hold(page, '**/api/admin/contacts/*/status');
  await one.selectOption('replied');
  await expect(badge, 'at once').toHaveText('Replied');
  const arrived = page.waitForResponse('**/api/admin/contacts?*');
  list();
  await (await arrived).finished();
  await expect(badge, 'an older answer').toHaveText('Replied');
  second();
  await expect(one).toHaveValue('replied');
});
