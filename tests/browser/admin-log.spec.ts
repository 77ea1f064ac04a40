import { logDraft, podDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectToFit,
  resize,
  switchTheme,
  test,
  waitForHydration,
} from './site.ts';
import { create, openSignedIn, token, unique } from './staff.ts';

/** Staff write the flight log. */

test('a log entry is written, changed with a merge, and deleted; a draft survives a reload', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Godwit ${unique()}` });
  const visitorsText = async () =>
    (await (await request.get(`/pods/${pod.id}`)).text())
      .replaceAll(/<(script|style).*?<\/\1>/gs, '')
      .replaceAll(/<[^>]*>/g, '');
  await openSignedIn(page, `/admin/pods/log?pod=${pod.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flight log');
  await expect(page.getByText('No log entries found')).toBeVisible();
  await expect(page.getByText('0 of 50 h MVP phase, 0 of 50 h extended phase')).toBeVisible();
  const empty = await visitorsText();
  expect(empty).toContain(pod.name);
  expect(empty).not.toMatch(/Flight log|Hours spent/);

  await page.getByRole('button', { name: 'Add Entry' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(dialog.getByLabel('Pod')).toHaveValue(pod.id);
  await save.click();
  await expect(dialog.getByLabel('What happened')).toBeFocused();
  await dialog.getByLabel('What happened').fill('Mud up to the knees.');
  await dialog.getByLabel('MVP hours').fill('7.3');
  await save.click();
  await expect(dialog.getByLabel('MVP hours'), 'neither whole nor half').toBeFocused();
  await dialog.getByLabel('MVP hours').fill('53.5');
  await save.click();
  await expect(page.locator('.toast')).toContainText('Log entry created');
  await expect(page.locator('.toast')).toContainText(pod.name);
  const entry = page.locator('.entry');
  await expect(entry).toContainText('Mud up to the knees.');
  await expect(entry).toContainText('53.5 h, MVP phase');
  await expect(entry).toContainText('by admin');
  await expect(page.getByText('53.5 of 50 h MVP phase')).toBeVisible();
  expect(await visitorsText()).toContain('53.5 of 50 h3.5 h over');

  await entry.getByRole('button', { name: /Edit/ }).click();
  await dialog.getByLabel('What happened').fill('Mud up to the waist.');
  await page.reload();
  await waitForHydration(page);
  await expect(dialog.getByLabel('What happened')).toHaveValue('Mud up to the waist.');
  const id = new URL(page.url()).searchParams.get('edit');
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const data = { podId: pod.id, text: 'Mud up to the knees.', mvpHours: 53.5, extendedHours: 2 };
  await request.put(`/api/admin/log/${id}`, { data, headers });
  await save.click();
  await expect(page.locator('.toast')).toContainText('Somebody else had changed Extended hours');
  expectMessage('status of 412');
  await expect(entry).toContainText('Mud up to the waist.');
  await expect(entry).toContainText('2 h, extended phase');
  expect(await visitorsText()).toMatch(/Mud up to the waist.*2 of 50 h/s);

  await entry.getByRole('button', { name: /Delete/ }).click();
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No log entries found')).toBeVisible();
  expect(await visitorsText()).toBe(empty);
});

test('a long log is paged and filtered by pod, very long texts fit, and deleting the pod deletes its log', async ({
  page,
  request,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Sanderling ${unique()}` });
  const texts = ['x'.repeat(600), 'מילה '.repeat(100), 'a\nb\nc'];
  for (let day = 1; day <= 26; day += 1) {
    const date = `2025-01-${String(day).padStart(2, '0')}`;
    await create(request, 'log', { ...logDraft, podId: pod.id, date, text: texts[day % 3] });
  }
  const longText = page.getByText(texts[0] ?? '').first();
  const expectToFitEverywhere = async () => {
    await expect(longText).toBeVisible();
    for (const width of [1440, 390, 320]) {
      await resize(page, width);
      await expectToFit(page);
    }
    await resize(page, 1280, 720);
  };
  await page.goto(`/pods/${pod.id}`);
  await waitForHydration(page);
  await expectToFitEverywhere();
  await expect(
    page.getByRole('region', { name: 'Hours spent' }),
    'more than the budget',
  ).toContainText('over');
  await expectAccessible(page);
  await switchTheme(page, 'light');
  await expectAccessible(page, 'colours');

  await openSignedIn(page, '/admin/pods');
  await page.getByRole('link', { name: `Flight log of ${pod.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`pod=${pod.id}`));
  const entries = page.locator('.entry');
  await expect(entries).toHaveCount(24);
  await expectToFitEverywhere();
  await page.getByRole('button', { name: 'Older entries' }).click();
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Newest entries' }).click();
  await expect(entries).toHaveCount(24);
  await page.getByLabel('Pod').selectOption({ label: 'Bittern' });
  await expect(entries).toHaveCount(2);
  await expect(page).toHaveURL(/pod=bittern/);

  await page.getByRole('main').getByRole('link', { name: 'Pods', exact: true }).click();
  await page.getByRole('button', { name: `Delete ${pod.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('flight log is deleted with it');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  const log = await (await request.get('/api/log?limit=384')).json();
  expect(log.filter(({ podId }: { podId: string }) => podId === pod.id)).toEqual([]);
});
