import { contactDraft } from '../drafts.ts';
import { expect, ready, test } from './site.ts';
import { open, token, unique } from './staff.ts';

test('a form whose hidden field is filled in looks sent, and waits for staff', async ({ page }) => {
  const subject = `Rank first ${unique()}`;
  await page.goto('/contact');
  await ready(page);
  // People cannot see the field, or reach it with the keyboard or a screen reader.
  const trap = page.locator('[data-trap]');
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send message' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(trap).not.toBeFocused();

  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill('Our experts bring you to page one.');
  await page.getByLabel('Name').fill('Best Offers');
  await page.getByLabel('E-mail').fill('offers@example.net');
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://offers.example';
  });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();

  await open(page, '/admin/contacts');
  await expect(page.locator('.list').getByText(subject)).toHaveCount(0);
  await page.getByText(/\d+ held back/).click();
  const held = page.locator('.side-list .entry').filter({ hasText: subject });
  await expect(held).toContainText('Filled in a field that nobody sees');
  await expect(held).toContainText('Our experts bring you to page one.');
  await held.getByRole('button', { name: `Release ${subject}` }).click();
  await expect(page.locator('.list').getByText(subject)).toBeVisible();
  await expect(held).toHaveCount(0);
});

test('a form that a script fills in at once waits for staff, who can delete it', async ({
  page,
}) => {
  const subject = `At once ${unique()}`;
  await page.goto('/contact');
  await ready(page);
  await page.evaluate((text) => {
    for (const [name, value] of Object.entries({
      subject: text,
      message: 'Buy now.',
      name: 'Bot',
      email: 'bot@example.net',
    })) {
      const field = document.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (!field) throw new Error(name);
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    document.querySelector<HTMLFormElement>('main form')?.requestSubmit();
  }, subject);
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  await open(page, '/admin/contacts');
  await page.getByText(/\d+ held back/).click();
  const held = page.locator('.side-list .entry').filter({ hasText: subject });
  await expect(held).toContainText('Filled in faster than hands can');
  await held.getByRole('button', { name: `Delete ${subject}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(held).toHaveCount(0);
});

test('a person’s message, however quick, goes straight to staff', async ({ page, request }) => {
  const subject = `Quick hands ${unique()}`;
  await page.goto('/');
  await ready(page);
  await page.goto('/contact');
  await ready(page);
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(contactDraft.message);
  await page.getByLabel('Name').fill(contactDraft.name);
  await page.getByLabel('E-mail').fill(contactDraft.email);
  await page.getByLabel('E-mail').press('Enter');
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const contacts = await (await request.get('/api/admin/contacts', { headers })).json();
  expect(contacts.some((one: { subject: string }) => one.subject === subject)).toBe(true);
});
