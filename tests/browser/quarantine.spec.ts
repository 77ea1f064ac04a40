import { ideaDraft } from '../drafts.ts';
import { expect, loseResponse, test, waitForHydration } from './site.ts';
import { openSignedIn, unique } from './staff.ts';

test('a form with a filled trap field, or filled in at once, looks sent but is held back for staff', async ({
  page,
}) => {
  const trapped = `Rank first ${unique()}`;
  await page.goto('/contact');
  await waitForHydration(page);
  // People cannot see the trap field, nor reach it with the keyboard or a screen reader.
  const trap = page.locator('[data-trap]');
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send message' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(trap).not.toBeFocused();

  await page.getByLabel('Subject').fill(trapped);
  await page.getByLabel('Message', { exact: true }).fill('Our experts bring you to page one.');
  await page.getByLabel('Name').fill('Best Offers');
  await page.getByLabel('E-mail').fill('offers@example.net');
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'https://offers.example';
  });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();

  const atOnce = `At once ${unique()}`;
  await page.getByRole('button', { name: 'Send another message' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('');
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
  }, atOnce);
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();

  await openSignedIn(page, '/admin/contacts');
  await expect(page.locator('.list').getByText(trapped)).toHaveCount(0);
  await page.getByText(/\d+ held back/).click();
  const held = page.locator('.side-list .entry');
  const first = held.filter({ hasText: trapped });
  await expect(first).toContainText('Filled in a field that nobody sees');
  await expect(first).toContainText('Our experts bring you to page one.');
  await first.getByRole('button', { name: `Release ${trapped}` }).click();
  await expect(page.locator('.list').getByText(trapped)).toBeVisible();
  await expect(first).toHaveCount(0);
  const second = held.filter({ hasText: atOnce });
  await expect(second).toContainText('Filled in faster than hands can');
  await second.getByRole('button', { name: `Delete ${atOnce}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(second).toHaveCount(0);
});

test('staff hold an idea back and release it; if the response is lost, the toast does not say that nothing happened', async ({
  page,
  request,
  expectMessage,
}) => {
  const title = `Held for a day ${unique()}`;
  const sent = await request.post('/api/ideas', { data: { ...ideaDraft, title } });
  await openSignedIn(page, `/admin/ideas?q=${encodeURIComponent(title)}`);
  const entry = page.locator('.list .entry', { hasText: title });
  const toast = page.locator('.toast');
  const open = () => entry.getByRole('button', { name: title, exact: true }).click();

  await open();
  await page.getByRole('button', { name: 'Hold back' }).click();
  await expect(toast).toContainText('Held back');
  await expect(entry).toHaveCount(0);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toHaveCount(1);

  await open();
  await loseResponse(page, '**/api/admin/ideas/*/hold');
  await page.getByRole('button', { name: 'Hold back' }).click();
  await expect(toast).toContainText('Failed to hold idea back');
  await expect(toast).toContainText('it may have happened');
  await page.keyboard.press('Escape');
  await expect(entry).toHaveCount(0);
  expectMessage('net::ERR_FAILED');

  // An idea that its sender withdraws while it is held back returns to where it was.
  const { receiptPath } = await sent.json();
  await request.post(`/api${receiptPath.replace('receipt', 'receipts')}/withdraw`);
  await page.reload();
  await page.getByText(/\d+ in the trash/).click();
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(toast).toContainText(`"${title}" is back where it was.`);
  await page.getByText(/\d+ held back/).click();
  await expect(page.getByRole('button', { name: `Release ${title}` })).toBeVisible();
  await expect(entry).toHaveCount(0);
});
