import { csvHead, csvRow } from '#contract/csv.ts';
import { ideaDraft } from '../drafts.ts';
import { expect, test } from './site.ts';
import { openSignedIn } from './staff.ts';

test('the matching of columns survives a reload, for a table with the same columns', async ({
  page,
}) => {
  const names = ['Wish', 'Title'];
  const table = (more: string[] = []) => ({
    name: 'wishes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      csvHead([...more, ...names]) + csvRow([...more, 'A wish', ideaDraft.title]),
    ),
  });
  const choose = (...more: string[]) => page.locator('input[type=file]').setInputFiles(table(more));
  const chosen = (field: string) => page.getByLabel(field).locator('option:checked');
  await openSignedIn(page, '/admin/import');
  await choose();
  await expect(page.getByText('Columns were proposed by their names.')).toBeVisible();
  await page.getByLabel('Problem statement').selectOption('Wish');
  await page.getByLabel('Expected impact').selectOption('The same for all rows');
  await page.getByLabel('Expected impact or benefits, for all rows').fill('Less waiting');

  await page.reload();
  await expect(page.getByText('A table with the columns of wishes.csv is matched')).toBeVisible();
  await choose('Reason');
  await expect(page.getByText('Columns are matched as you left them')).toBeVisible();
  await expect(chosen('Problem statement')).toHaveText('Wish');
  await expect(chosen('Title')).toHaveText('Title');
  await expect(page.getByLabel('Expected impact or benefits, for all rows')).toHaveValue(
    'Less waiting',
  );

  await page.getByRole('button', { name: 'Match by their names instead' }).click();
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  await expect(chosen('Problem statement')).toHaveText('Not in the table');
  await expect(page.getByRole('button', { name: 'Match by their names' })).toHaveCount(0);
});
