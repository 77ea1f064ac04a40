import type { Page } from '@playwright/test';
import { contactDraft, ideaDraft } from '../drafts.ts';
import { refusal, startSmtp } from '../smtp.ts';
import {
  test as base,
  expect,
  expectFineInBothThemes,
  startServer,
  testOn,
  waitForHydration,
} from './site.ts';
import { openSignedIn, token, unique } from './staff.ts';

/** The parts of the staff area and of the public pages that exist only if the server sends mail. */

const refused = 'refused@example.org';

const test = testOn(async (ends) => {
  const smtp = await startSmtp({
    onRecipient(address) {
      if (address === refused) throw refusal(550, 'no such mailbox');
    },
  });
  ends.defer(smtp.stop);
  const { address, stop } = await startServer({
    MAIL_URL: smtp.url,
    MAIL_FROM: 'lab@example.org',
  });
  ends.defer(stop);
  return { address, smtp };
});

test.describe.configure({ mode: 'default' });

test('staff set their e-mail address, and whether they get digests', async ({ page }) => {
  await openSignedIn(page, '/admin/settings');
  const email = page.getByLabel('E-mail');
  const digest = page.getByLabel('Tell me about new submissions, at most once an hour');
  await expect(digest).toBeChecked();
  await expectFineInBothThemes(page);
  await email.fill('nobody');
  const save = page.getByRole('button', { name: 'Save mail settings' });
  await save.click();
  await expect(page.getByText('Write the address like name@example.com.')).toBeVisible();
  await email.fill('staff@example.org');
  await digest.uncheck();
  await save.click();
  await expect(page.locator('.toast')).toContainText('Mail settings saved');
  await expect(page.getByText('Unsaved')).toHaveCount(0);
  await page.reload();
  await expect(email).toHaveValue('staff@example.org');
  await expect(digest).not.toBeChecked();
});

test('staff decide whether the sender is told; that alone is no unsaved change; the full sheet is accessible', async ({
  page,
  request,
  site,
}) => {
  const word = unique();
  const email = `${word}@example.org`;
  const send = async (title: string, more: object = {}) => {
    const data = { ...ideaDraft, title: `${title} ${word}`, ...more };
    return (await (await request.post('/api/ideas', { data })).json()).id as string;
  };
  const copy = await send('Borrow a telescope tonight');
  const silent = await send('Borrow a telescope for one night');
  const id = await send('One night with a borrowed telescope', { email });
  await expect.poll(() => site.smtp.to(email).length).toBe(1);
  const headers = { Authorization: `Bearer ${await token(request)}` };
  await request.put(`/api/admin/ideas/${copy}/duplicate`, { headers, data: { of: id } });
  await request.post(`/api/admin/connections/ideas/${id}/add`, {
    headers,
    data: { kind: 'apps', id: 'imprint' },
  });
  await openSignedIn(page, `/admin/ideas?q=${word}&open=${id}`);
  const sheet = page.getByRole('dialog');
  const tell = sheet.getByLabel('Tell them by e-mail');
  await expect(tell).toBeChecked();
  const related = sheet.getByRole('region', { name: 'Ideas like it' });
  await expect(related).toContainText('Duplicates of this one');
  await expect(related).toContainText('Similar titles');
  await expect(sheet.getByRole('button', { name: 'Disconnect Imprint' })).toBeVisible();
  await sheet.getByText(/^History/).click();
  await expect(sheet.locator('.history')).toContainText('made a connection: Imprint');
  await sheet.getByLabel('Connections').fill('so');
  await expect(sheet.getByRole('list', { name: 'Found' })).toContainText('Sonogram');
  await expectFineInBothThemes(page);
  await sheet.getByLabel('Connections').fill('');
  await tell.uncheck();
  await expect(sheet.getByText('Unsaved')).toHaveCount(0);
  await save(page, 'under_review');

  await expect(sheet.getByRole('heading', { level: 2 }).first()).toHaveText(/for one night/);
  await expect(page).toHaveURL(new RegExp(silent));
  await expect(sheet.getByLabel('Status')).toBeVisible();
  await expect(tell, 'a sender without an address').toHaveCount(0);
  await page.keyboard.press('k');
  await expect(tell).toBeChecked();
  await sheet.getByLabel('Answer').fill('A pod begins in May.');
  await save(page, 'approved');
  await expect.poll(() => site.smtp.to(email).length).toBe(2);
  expect(site.smtp.to(email)[1]?.body).toContain(
    'Its status: Approved.\n\nOur answer:\n\nA pod begins',
  );
});

/** Sets the status and saves with Control+Enter, which also opens the next submission. */
async function save(page: Page, status: string) {
  await page.getByRole('dialog').getByLabel('Status').selectOption(status);
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.press('Control+Enter');
  expect((await answer).status()).toBe(200);
}

test('the dashboard shows mail and messages to webhooks that could not be sent', async ({
  page,
  request,
}) => {
  const [first, second] = [`First ${unique()}`, `Second ${unique()}`];
  for (const subject of [first, second]) {
    await request.post('/api/contact', { data: { ...contactDraft, email: refused, subject } });
  }
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const failures = async () =>
    (await (await request.get('/api/admin/mail', { headers })).json()) as { id: string }[];
  await expect.poll(failures).toHaveLength(2);
  await openSignedIn(page, '/admin');
  const failed = page.locator('.failed-mail', { hasText: first });
  await expect(failed).toContainText('550 no such mailbox');
  await page.getByRole('button', { name: `Dismiss: The receipt for ${second}` }).click();
  await expect(page.locator('.failed-mail')).toHaveCount(1);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Mail that could not be sent')).toHaveCount(0);
  await expect.poll(failures).toHaveLength(1);
  await page.reload();
  await failed.getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText(first);
  for (const { id } of await failures()) {
    await request.delete(`/api/admin/mail/${id}`, { headers });
  }

  const message = { kind: 'idea', submissionId: 'x', at: '2026-11-15T10:00:00.000Z' };
  const reason = 'The webhook answered 404.';
  const messages = [
    { ...message, id: '1', topic: 'received', name: 'Owls', reason },
    { ...message, id: '2', topic: 'decided', name: null, reason },
  ];
  await page.route('**/api/admin/mail', (route) => route.fulfill({ json: messages }));
  await page.goto('/admin');
  await expect(
    page.getByRole('heading', { name: 'Messages that could not be sent' }),
  ).toBeVisible();
  await expect(page.locator('.failed-mail').first()).toContainText('The webhook message for Owls');
  await expect(
    page.getByRole('button', {
      name: 'Dismiss: The webhook message about the decision for an idea',
    }),
  ).toBeVisible();
});

base('without mail no page mentions it', async ({ page, request }) => {
  const data = { ...ideaDraft, email: 'sender@example.org' };
  const { id } = await (await request.post('/api/ideas', { data })).json();
  const answered = page.waitForResponse('**/api/admin/profile/mail');
  await openSignedIn(page, '/admin/settings');
  await answered;
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mail' })).toHaveCount(0);
  await page.evaluate((to) => history.pushState(null, '', to), `/admin/ideas?open=${id}`);
  await expect(page.getByRole('dialog').getByLabel('Status')).toBeVisible();
  await expect(page.getByLabel('Tell them by e-mail')).toHaveCount(0);
});

test('a visitor follows an idea by e-mail, confirms it, and ends it; then the link is no longer valid', async ({
  page,
  site,
  expectMessage,
}) => {
  const email = `${unique()}@example.org`;
  const data = { ...ideaDraft, title: 'Followed by mail' };
  const { id } = await (await page.request.post('/api/ideas', { data })).json();
  await page.goto(`/ideas/x-${id}`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Follow it by e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow it by e-mail' });
  await expectFineInBothThemes(page);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.locator('.toast')).toContainText('One more step');
  await expect(page.getByRole('button', { name: 'Follow it by e-mail' })).toBeFocused();
  await expect.poll(() => site.smtp.to(email).length).toBe(1);
  const link = site.smtp.to(email)[0]?.body.match(/http:\S+\/follow\/[0-9a-f]{40}/)?.[0] ?? '';

  const response = await page.goto(link);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed by mail');
  const second = await page.context().newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Followed by mail');
  // Aborts further reads of the subscription: the page must show the confirmation without another read.
  await page.route('**/api/follows/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(page.getByText('You follow it')).toBeVisible();
  await page.unroute('**/api/follows/*');
  await expectFineInBothThemes(page);

  const headers = { Authorization: `Bearer ${await token(page.request)}` };
  await page.request.patch(`/api/admin/ideas/${id}/status`, {
    headers,
    data: { status: 'approved' },
  });
  await expect.poll(() => site.smtp.to(email).length).toBe(2);
  await page.getByRole('button', { name: 'End these mails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ended');
  await second.getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Link Not Found');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Not Found');
  expectMessage('status of 404', 'There is no such link');
});
