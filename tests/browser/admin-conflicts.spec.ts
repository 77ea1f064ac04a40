import type { APIRequestContext } from '@playwright/test';
import { contactDraft, ideaDraft, podDraft } from '../drafts.ts';
import { expect, hold, resize, test } from './site.ts';
import { create, open, token, unique } from './staff.ts';

/** Two people edit the same entry, or a response is late: nothing is overwritten, closed or refused silently. */

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

test('a draft of an older version does not overwrite a newer one', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Stint ${unique()}` });
  const dialog = page.getByRole('dialog');

  // The dialog is closed without typing: no draft remains, and the newest version is shown.
  await open(page, '/admin/pods');
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
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody has changed this in the meantime')).toBeVisible();
  expectMessage('status of 412');
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

test('a conflict whose other side cannot be read is told, and nothing is lost', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Ruff ${unique()}` });
  await open(page, `/admin/pods?edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await changePod(request, pod, {});
  await page.route('**/api/pods', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('Failed to update pod');
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine');
  expectMessage('net::ERR_FAILED', 'status of 412');
});

test('a save that is refused after its dialog was left is told', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Knot ${unique()}` });
  await open(page, `/admin/pods?edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  for (const { told, ...refusal } of [
    { status: 412, json: { error: 'Somebody was quicker.' }, told: 'Somebody was quicker.' },
    {
      status: 422,
      json: { error: 'Look again.', fields: { name: 'No such name.' } },
      told: 'No such name.',
    },
  ]) {
    await dialog
      .getByRole('textbox', { name: 'Description' })
      .fill(`Refused with ${refusal.status}`);
    const release = await hold(page, `**/api/admin/pods/${pod.id}`, (route) =>
      route.fulfill(refusal),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    release();
    await expect(page.locator('.toast')).toContainText(told);
    await page.unroute(`**/api/admin/pods/${pod.id}`);
    await page.getByRole('button', { name: `Edit ${pod.name}` }).click();
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
      `Refused with ${refusal.status}`,
    );
  }
  expectMessage('status of 412', 'status of 422');
});

test('a deletion that ends late takes no other question away', async ({ page, request }) => {
  const one = await create(request, 'pods', { ...podDraft, name: `Knot ${unique()}` });
  const other = await create(request, 'pods', { ...podDraft, name: `Stint ${unique()}` });
  await open(page, '/admin/pods');
  const dialog = page.getByRole('dialog');
  const release = await hold(page, `**/api/admin/pods/${one.id}`);
  await page.getByRole('button', { name: `Delete ${one.name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete ${other.name}` }).click();
  const listed = page.waitForResponse('**/api/pods');
  release();
  await (await listed).finished();
  await expect(page.locator('.admin-card', { hasText: one.name })).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))));
  expect(await dialog.textContent()).toContain(other.name);
});

test('a save that ends late closes nothing but its own dialog', async ({ page, request }) => {
  const one = await create(request, 'pods', { ...podDraft, name: `Knot ${unique()}` });
  const other = await create(request, 'pods', { ...podDraft, name: `Stint ${unique()}` });
  await open(page, `/admin/pods?edit=${one.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Saved late.');
  const release = await hold(page, `**/api/admin/pods/${one.id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Edit ${other.name}` }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Typed meanwhile.');
  const listed = page.waitForResponse('**/api/pods');
  release();
  await listed;
  await expect(page.locator('.admin-card', { hasText: 'Saved late.' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Typed meanwhile.',
  );
});

test('two reviewers: theirs is shown beside mine, and a person decides', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Tern ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await open(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('combobox', { name: 'Status' }).selectOption('approved');
  await sheet.getByRole('textbox', { name: 'Notes' }).fill('My note');
  await request.patch(`/api/admin/ideas/${id}/status`, {
    data: { status: 'rejected', notes: 'Their note' },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  await sheet.getByRole('button', { name: 'Save status' }).click();
  const conflict = sheet.locator('.conflict');
  await expect(conflict).toContainText('Somebody has changed this in the meantime');
  expectMessage('status of 412');
  await expect(conflict).toContainText('Their note');
  await expect(conflict).toContainText('My note');
  await expect(sheet.getByRole('textbox', { name: 'Notes' })).toHaveValue('My note');
  await sheet.getByRole('button', { name: 'Keep mine: Status' }).click();
  await sheet.getByRole('button', { name: 'Take theirs: Notes' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await expect(sheet.getByRole('combobox', { name: 'Status' })).toHaveValue('approved');
  await expect(sheet.getByRole('textbox', { name: 'Notes' })).toHaveValue('Their note');
  await expect(conflict).toHaveCount(0);
});

test('a conflict in a long sheet is where the reviewer is, on a desktop and on a phone', async ({
  page,
  request,
  expectMessage,
}) => {
  const long = 'A line of many that the sheet has to show. '.repeat(100);
  const title = `Smew ${unique()}`;
  const sent = await request.post('/api/ideas', {
    data: { ...ideaDraft, title, problemStatement: long },
  });
  const { id } = await sent.json();
  await open(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  const conflict = sheet.locator('.conflict');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await resize(page, width, height);
    await sheet.getByRole('textbox', { name: 'Notes' }).fill(`Mine at ${width}. ${long}`);
    await request.patch(`/api/admin/ideas/${id}/status`, {
      data: { status: 'pending', notes: `Theirs at ${width}. ${long}` },
      headers: { Authorization: `Bearer ${await token(request)}` },
    });
    await sheet.getByRole('button', { name: 'Save status' }).click();
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
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict).toHaveCount(0);
  }
  expectMessage('status of 412');
});

test('what ends late closes no other sheet, and what is refused late is told', async ({
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
  await open(page, `/admin/ideas?open=${ids[0]}`);

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

  await dialog.getByRole('button', { name: 'Next' }).click();
  const release = await hold(page, `**/api/admin/ideas/${ids[0]}`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete idea' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Previous' }).click();
  release();
  await expect(page.locator('.list .entry', { hasText: `Late ${word} a` })).toHaveCount(0);
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(`Late ${word} b`);
});

test('an older list does not take back what was decided since', async ({ page, request }) => {
  const subject = `Sanderling ${unique()}`;
  await request.post('/api/contact', { data: { ...contactDraft, subject } });
  await open(page, `/admin/contacts?q=${subject}`);
  const badge = page.locator('.entry', { hasText: subject }).locator('.badge').first();
  const select = page.getByLabel(`Status of ${subject}`);
  await expect(badge).toHaveText('New');
  const list = await hold(page, '**/api/admin/contacts?*');
  const first = page.waitForResponse('**/api/admin/contacts/*/status');
  await select.selectOption('read');
  await first;
  const second = await hold(page, '**/api/admin/contacts/*/status');
  await select.selectOption('replied');
  await expect(badge, 'at once').toHaveText('Replied');
  const arrived = page.waitForResponse('**/api/admin/contacts?*');
  list();
  await (await arrived).finished();
  await expect(badge, 'an older answer').toHaveText('Replied');
  second();
  await expect(select).toHaveValue('replied');
});

test('quick changes of contacts do not collide with each other', async ({ page, request }) => {
  const word = unique();
  for (const number of [1, 2]) {
    await request.post('/api/contact', {
      data: { ...contactDraft, subject: `Gull ${number} ${word}` },
    });
  }
  const release = await hold(page, '**/api/admin/contacts/*/status');
  await open(page, `/admin/contacts?q=${word}`);
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
});

test('notes that end in an empty line are no conflict with oneself', async ({ page, request }) => {
  const title = `Plover ${unique()}`;
  await request.post('/api/ideas', { data: { ...ideaDraft, title } });
  await open(page, '/admin/ideas');
  const view = page.getByRole('button', { name: `View ${title}` });
  const dialog = page.getByRole('dialog');
  await view.click();
  for (const [index, notes] of ['Call her\n', '  Call her twice \n'].entries()) {
    await dialog.getByRole('textbox', { name: 'Notes' }).fill(notes);
    await dialog.getByRole('button', { name: 'Save status' }).click();
    await expect(page.locator('.toast')).toContainText('Status saved');
    await expect(dialog.getByRole('button', { name: 'Save status' })).toBeEnabled();
    await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue(notes.trim());
    if (index === 0) await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
  }
  await page.keyboard.press('Escape');
  await view.click();
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('Call her twice');
  await expect(dialog.getByText('Somebody has changed this in the meantime')).toHaveCount(0);
});
