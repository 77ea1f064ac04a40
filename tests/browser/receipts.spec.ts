import type { APIRequestContext } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import { application, contact, idea } from './form-cases.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  loseResponse,
  storeTheme,
  test,
  waitForHydration,
} from './site.ts';
import { openSignedIn, token } from './staff.ts';

/** The receipt, a private page on which the sender of a submission follows it. */

test('the sender of an idea is led to its receipt, corrects it, withdraws it and erases it', async ({
  page,
  context,
  expectMessage,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(idea.path);
  await waitForHydration(page);
  await idea.fill(page);
  await page.getByRole('button', { name: idea.button }).click();
  const link = page.getByRole('link', { name: 'Your private receipt' });
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/receipt\/[0-9a-f]{40}$/);
  await expectToFit(page);
  await expectAccessible(page);

  await link.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Your idea', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectToFit(page);

  await page.getByRole('button', { name: 'Correct it' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Corrected idea');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the correction' }).click();
  await expect(page.locator('.toast')).toContainText('Your idea is changed.');
  await expect(page.locator('.sent-fields')).toContainText('Corrected idea');

  // Aborts further reads of the receipt: the page must show the withdrawal without another read.
  await page.route('**/api/receipts/*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Withdraw it' }).press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Nobody but staff will see it any more');
  await question.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(page.getByText('You have withdrawn this idea.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Correct it' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Erase it' }).press('Enter');
  await question.getByRole('button', { name: 'Erase' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible();
  await page.unroute('**/api/receipts/*');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Receipt Not Found' })).toBeVisible();
  expectMessage('net::ERR_FAILED', 'status of 404', 'There is no such receipt');
});

test('applications and messages have a receipt too; a text that was not sent is kept, and arrives once', async ({
  page,
  request,
  expectMessage,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await storeTheme(page, 'light');
  for (const { form, noun, field } of [
    { form: application, noun: 'application', field: 'Full name' },
    { form: contact, noun: 'message', field: 'Subject' },
  ]) {
    const { receiptPath } = await (await request.post(form.api, { data: form.expected })).json();
    await page.goto(receiptPath);
    await expect(page.getByText(`Your ${noun}`, { exact: true })).toBeVisible();
    await expectToFit(page);
    // The receipts of all forms show the same parts, so axe checks one of them.
    if (form === application) await expectAccessible(page);
    await page.getByRole('button', { name: 'Correct it' }).click();
    await page.getByLabel(field, { exact: true }).fill(`Corrected ${noun}`);
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(page.locator('.toast')).toContainText(`Your ${noun} is changed.`);
    await expect(page.locator('.sent-fields')).toContainText(`Corrected ${noun}`);
  }

  // The server stores the text, but the response is lost.
  await loseResponse(page, '**/api/receipts/*/messages');
  const text = page.getByLabel('Write to us');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await text.fill('Sent twice, arrived once');
  await send.click();
  await expect(page.getByText('Not sent. Your text is kept.')).toBeVisible();
  expectMessage('net::ERR_FAILED');
  await send.click();
  const messages = page.locator('.receipt-messages li');
  await expect(messages).toHaveText([/Sent twice, arrived once/]);
  await expect(text).toHaveValue('');
  await page.reload();
  await expect(messages).toHaveCount(1);
});

/** Submits an idea. Returns its id, and the paths of its receipt: of the page and of the API. */
async function sendIdea(request: APIRequestContext) {
  const { id, receiptPath } = await (await request.post('/api/ideas', { data: ideaDraft })).json();
  return { id, receiptPath, receipt: `/api/receipts/${receiptPath.split('/').at(-1)}` };
}

test('a correction is told also when staff have to decide a conflict', async ({
  page,
  request,
  expectMessage,
}) => {
  expectMessage('status of 412');
  const { id, receipt } = await sendIdea(request);
  await openSignedIn(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Notes').fill('Mine');
  const corrected = { ...ideaDraft, problemStatement: 'Corrected in the meantime' };
  await request.put(`${receipt}/idea`, { data: corrected });
  await request.patch(`/api/admin/ideas/${id}/status`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
    data: { status: 'pending', notes: 'Theirs' },
  });
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(sheet.locator('.conflict')).toContainText('Theirs');
  await expect(page.locator('.toast')).toContainText('Its text has changed: it was corrected');
  await expect(sheet).toContainText('Corrected in the meantime');
});

test('in the sheet, staff see who can help, read a correction before they decide, and talk with the sender', async ({
  page,
  request,
  expectMessage,
}) => {
  expectMessage('status of 412');
  const { id, receiptPath, receipt } = await sendIdea(request);
  await request.post(`${receipt}/messages`, { data: { text: 'A first question' } });
  const helper = { name: 'Marisol E.', email: 'marisol@example.org' };
  await request.put(`/api/presses/${id}`, {
    data: { kind: 'can-help', browser: 'a'.repeat(40), isPressed: true, ...helper },
  });
  await openSignedIn(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(ideaDraft.problemStatement);
  const helpers = sheet.getByRole('list', { name: 'Who can help, private' });
  await expect(helpers).toContainText(helper.name);
  await expect(helpers.getByRole('link')).toHaveAttribute('href', `mailto:${helper.email}`);
  await expect(sheet.locator('.conversation li')).toContainText('A first question');
  const corrected = { ...ideaDraft, problemStatement: 'Corrected in the meantime' };
  await request.put(`${receipt}/idea`, { data: corrected });
  await page.keyboard.press('3');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.toast')).toContainText('Its text has changed: it was corrected');
  await expect(sheet).toContainText('Corrected in the meantime');
  await expect(sheet.getByLabel('Status')).toHaveValue('approved');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await expect(sheet.locator('.badge').first()).toHaveText('Approved');

  const text = sheet.getByLabel('Write to the sender');
  await text.fill('A first answer');
  await sheet.getByRole('button', { name: 'Send message' }).click();
  await expect(sheet.locator('.conversation li')).toHaveCount(2);
  await expect(text).toHaveValue('');
  await text.fill('By two keys');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.locator('.conversation li').last()).toContainText('By two keys');
  await expect(page, 'the sheet stays').toHaveURL(new RegExp(id));
  await expectFineInBothThemes(page);
  await request.patch(`/api/admin/ideas/${id}/status`, {
    headers: { Authorization: `Bearer ${await token(request)}` },
    data: { status: 'approved', answer: 'A pod takes it in March.' },
  });

  await page.goto(receiptPath);
  await expect(page.locator('.receipt-messages li')).toHaveText([
    /A first question/,
    /Fledge.*A first answer/,
    /Fledge.*By two keys/,
  ]);
  await expect(page.locator('.receipt-status')).toContainText('Approved');
  await expect(page.locator('.receipt-answer')).toContainText('A pod takes it in March.');
  await expect(page.getByRole('button', { name: 'Correct it' })).toHaveCount(0);
  await expect(page.getByText('it can no longer be corrected')).toBeVisible();
});

test('the HTML of a receipt has no secret, and is neither indexed nor cached', async ({
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
