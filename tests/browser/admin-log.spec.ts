import { logDraft, podDraft } from '../drafts.ts';
import { expect, expectAccessible, expectToFit, ready, resize, switchTheme, test } from './site.ts';
import { create, open, token, unique } from './staff.ts';

/** Staff write the flight log. */

test('an entry is written, read by visitors, changed and deleted', async ({ page, request }) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Godwit ${unique()}` });
  await open(page, '/admin/pods');
  await page.getByRole('link', { name: `Flight log of ${pod.name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flight log');
  await expect(page.getByText('No log entries found')).toBeVisible();
  await expect(page.getByText('0 of 50 h MVP phase, 0 of 50 h extended phase')).toBeVisible();

  await page.getByRole('button', { name: 'Add Entry' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Pod')).toHaveValue(pod.id);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('What happened')).toBeFocused();
  await dialog.getByLabel('What happened').fill('Mud up to the knees.');
  await dialog.getByLabel('MVP hours').fill('7.3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('MVP hours'), 'neither whole nor half').toBeFocused();
  await dialog.getByLabel('MVP hours').fill('53.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('Log entry created');
  await expect(page.locator('.toast')).toContainText(pod.name);
  const entry = page.locator('.entry', { hasText: 'Mud up to the knees.' });
  await expect(entry).toContainText('53.5 h, MVP phase');
  await expect(entry).toContainText('by admin');
  await expect(page.getByText('53.5 of 50 h MVP phase')).toBeVisible();

  await entry.getByRole('button', { name: /Edit/ }).click();
  await dialog.getByLabel('What happened').fill('Mud up to the waist.');
  await dialog.getByLabel('Extended hours').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.entry')).toContainText('Mud up to the waist.');

  const visitor = await page.context().newPage();
  await visitor.goto(`/pods/${pod.id}`);
  await expect(visitor.getByRole('region', { name: 'Flight log' })).toContainText('to the waist');
  const gauge = visitor.getByRole('region', { name: 'Hours spent' }).getByRole('definition');
  await expect(gauge).toHaveText(['53.5 of 50 h3.5 h over', '2 of 50 h']);
  await expectAccessible(visitor);
  await switchTheme(visitor, 'light');
  await expectAccessible(visitor, 'colours');

  await page
    .locator('.entry')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No log entries found')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(pod.name);
  await expect(visitor.getByRole('heading', { name: 'Flight log' }), 'empty: nothing').toHaveCount(
    0,
  );
  await expect(visitor.getByRole('heading', { name: 'Hours spent' })).toHaveCount(0);
  await visitor.close();

  await create(request, 'log', { ...logDraft, podId: pod.id });
  await page.goto('/admin/pods');
  await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
  await expect(dialog).toContainText('flight log is deleted with it');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  const log = await (await request.get('/api/log?limit=384')).json();
  expect(log.filter(({ podId }: { podId: string }) => podId === pod.id)).toEqual([]);
});

test('a change by somebody else meanwhile is put together, and a draft survives a reload', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Whinchat ${unique()}` });
  const entry = await create(request, 'log', { ...logDraft, podId: pod.id });
  await open(page, `/admin/pods/log?pod=${pod.id}&edit=${entry.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened').fill('Mine.');
  await page.reload();
  await ready(page);
  await expect(dialog.getByLabel('What happened')).toHaveValue('Mine.');
  await request.put(`/api/admin/log/${entry.id}`, {
    data: { podId: pod.id, text: entry.text, mvpHours: 9 },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('Somebody else had changed MVP hours');
  await expect(page.locator('.entry')).toContainText('Mine.');
  await expect(page.locator('.entry')).toContainText('9 h, MVP phase');
  expectMessage('status of 412');
  await request.delete(`/api/admin/pods/${pod.id}`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
});

test('a long log is read in parts, filtered by pod, and very long texts fit', async ({
  page,
  request,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Sanderling ${unique()}` });
  const texts = ['x'.repeat(600), 'מילה '.repeat(100), 'a\nb\nc'];
  for (let day = 1; day <= 26; day += 1) {
    const date = `2025-01-${String(day).padStart(2, '0')}`;
    await create(request, 'log', { ...logDraft, podId: pod.id, date, text: texts[day % 3] });
  }
  await open(page, `/admin/pods/log?pod=${pod.id}`);
  await expect(page.locator('.entry')).toHaveCount(24);
  await page.getByRole('button', { name: 'Older entries' }).click();
  await expect(page.locator('.entry')).toHaveCount(2);
  await page.getByRole('button', { name: 'Newest entries' }).click();
  await expect(page.locator('.entry')).toHaveCount(24);
  for (const address of [`/admin/pods/log?pod=${pod.id}`, `/pods/${pod.id}`]) {
    await page.goto(address);
    await ready(page);
    await expect(page.getByText(texts[0] ?? '').first()).toBeVisible();
    for (const width of [1440, 390, 320]) {
      await resize(page, width);
      await expectToFit(page);
    }
  }
  await page.goto('/admin/pods/log');
  await ready(page);
  await page.getByLabel('Pod').selectOption({ label: 'Bittern' });
  await expect(page.locator('.entry')).toHaveCount(2);
  await expect(page).toHaveURL(/pod=bittern/);
  await request.delete(`/api/admin/pods/${pod.id}`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
});
