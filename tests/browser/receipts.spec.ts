import { ideaDraft } from '../drafts.ts';
import { application, contact, idea } from './form-cases.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  ready,
  storeTheme,
  test,
} from './site.ts';
import { open, token } from './staff.ts';

/** The receipt, a private page on which the sender of a submission follows it. */

for (const { form, noun, field, theme, width } of [
  { form: idea, noun: 'idea', field: 'Title', theme: 'dark', width: 1280 },
  { form: application, noun: 'application', field: 'Full name', theme: 'light', width: 390 },
  { form: contact, noun: 'message', field: 'Subject', theme: 'dark', width: 390 },
] as const) {
  test(`the sender of one ${noun} follows, corrects, withdraws and erases it`, async ({
    page,
    context,
    expectMessage,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width, height: 900 });
    await storeTheme(page, theme);
    await page.goto(form.path);
    await ready(page);
    await form.fill(page);
    await page.getByRole('button', { name: form.button }).click();
    const link = page.getByRole('link', { name: 'Your private receipt' });
    await expect(link).toBeVisible();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(/\/receipt\/[0-9a-f]{40}$/);
    await expectToFit(page);
    if (form === idea) await expectAccessible(page);

    await page.goto(address);
    await expect(page.getByText(`Your ${noun}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Correct it' }).click();
    const corrected = `Corrected ${noun}`;
    await page.getByLabel(field, { exact: true }).fill(corrected);
    // The fields are those of the public form, and the rest is the same for all three kinds: one check is enough.
    if (form === idea) await expectAccessible(page);
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(page.locator('.toast')).toContainText(`Your ${noun} is changed.`);
    await expect(page.locator('.sent-fields')).toContainText(corrected);

    await page.getByLabel('Write to us').fill('One more thing.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.locator('.receipt-messages li')).toContainText('One more thing.');
    await expect(page.getByLabel('Write to us')).toHaveValue('');

    await page.getByRole('button', { name: 'Withdraw it' }).press('Enter');
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Nobody but staff will see it any more');
    await question.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await expect(page.getByText(`You have withdrawn this ${noun}.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Correct it' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Erase it' }).press('Enter');
    await question.getByRole('button', { name: 'Erase' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Receipt Not Found' })).toBeVisible();
    expectMessage('status of 404', 'There is no such receipt');
  });
}

test('staff and sender talk; the answer and the status reach the receipt', async ({
  page,
  request,
}) => {
  const sent = await (await request.post('/api/ideas', { data: ideaDraft })).json();
  const secret = sent.receiptPath.split('/').at(-1);
  await request.post(`/api/receipts/${secret}/messages`, { data: { text: 'A first question' } });
  await open(page, `/admin/ideas?open=${sent.id}`);
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('.conversation li')).toContainText('A first question');
  await sheet.getByLabel('Write to the sender').fill('A first answer');
  await sheet.getByRole('button', { name: 'Send message' }).click();
  await expect(sheet.locator('.conversation li')).toHaveCount(2);
  await expect(sheet.getByLabel('Write to the sender')).toHaveValue('');
  await expectFineInBothThemes(page);
  await request.patch(`/api/admin/ideas/${sent.id}/status`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
    data: { status: 'approved', answer: 'A pod takes it in March.' },
  });

  await page.goto(sent.receiptPath);
  await expect(page.locator('.receipt-messages li')).toHaveText([
    /A first question/,
    /Fledge.*A first answer/,
  ]);
  await expect(page.locator('.receipt-status')).toContainText('Approved');
  await expect(page.locator('.receipt-answer')).toContainText('A pod takes it in March.');
  await expect(page.getByRole('button', { name: 'Correct it' })).toHaveCount(0);
  await expect(page.getByText('it can no longer be corrected')).toBeVisible();
});

test('a sheet that was opened before a correction says so, and saves after it was read', async ({
  page,
  request,
  expectMessage,
}) => {
  expectMessage('status of 412');
  const sent = await (await request.post('/api/ideas', { data: ideaDraft })).json();
  await open(page, `/admin/ideas?open=${sent.id}`);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(ideaDraft.problemStatement);
  const corrected = { ...ideaDraft, problemStatement: 'Corrected in the meantime' };
  await request.put(`/api/receipts/${sent.receiptPath.split('/').at(-1)}/idea`, {
    data: corrected,
  });
  await page.keyboard.press('3');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.toast')).toContainText('Its text has changed: it was corrected');
  await expect(sheet).toContainText('Corrected in the meantime');
  await expect(sheet.getByLabel('Status')).toHaveValue('approved');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await expect(sheet.locator('.badge').first()).toHaveText('Approved');
});

test('Ctrl+Enter sends a message from its own field', async ({ page, request }) => {
  const sent = await (await request.post('/api/ideas', { data: ideaDraft })).json();
  await open(page, `/admin/ideas?open=${sent.id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Write to the sender').first().click();
  await sheet.getByLabel('Write to the sender').fill('By two keys');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.locator('.conversation li')).toContainText('By two keys');
  await expect(page).toHaveURL(new RegExp(sent.id));
});

test('a message that cannot be sent is kept, and is sent once', async ({ page, expectMessage }) => {
  const sent = await (await page.request.post('/api/ideas', { data: ideaDraft })).json();
  await page.goto(sent.receiptPath);
  // The server stores the message, but the response is lost.
  let isLost = true;
  await page.route('**/api/receipts/*/messages', async (route) => {
    if (!isLost) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Write to us').fill('Sent twice, arrived once');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Not sent. Your text is kept.')).toBeVisible();
  expectMessage('Failed to load resource');
  isLost = false;
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.locator('.receipt-messages li')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('.receipt-messages li')).toHaveCount(1);
});

test('the frame of a receipt holds no secret, and is in no index and no cache', async ({
  request,
}) => {
  const secret = 'a'.repeat(40);
  const response = await request.get(`/receipt/${secret}`);
  expect(response.status()).toBe(200);
  expect(await response.text()).not.toContain(secret);
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

test('without scripts a receipt says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/receipt/${'a'.repeat(40)}`);
  await expect(page.getByRole('heading', { name: 'Your receipt needs scripts' })).toBeVisible();
  await context.close();
});
