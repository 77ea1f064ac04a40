import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { csvHead, csvRow, readCsv } from '#contract/csv.ts';
import { applicationDraft, ideaDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  hold,
  loseResponse,
  resize,
  test,
} from './site.ts';
import { openSignedIn, unique } from './staff.ts';

/** The import page: staff match the columns of a CSV file to fields, check and import it, and undo the import. */

const questions = {
  createdAt: 'Timestamp',
  email: 'Email Address',
  submitterName: 'Your name',
  title: 'Title of your idea',
  problemStatement: 'What problem does it solve?',
  proposedSolution: 'Your proposed solution',
  targetAudience: 'Who would benefit?',
  expectedImpact: 'What would get better?',
  requiredExpertise: 'Which expertise is needed?',
};

type Row = Partial<Record<keyof typeof questions, string>>;

/** Returns a CSV file with the questions of a form as columns. Missing fields of a row come from `ideaDraft`. */
const tableOf = (rows: Row[]) => {
  const fields = Object.keys(questions) as (keyof typeof questions)[];
  const draft: Record<string, unknown> = { ...ideaDraft, requiredExpertise: 'developer' };
  return (
    csvHead(Object.values(questions)) +
    rows.map((row) => csvRow(fields.map((field) => row[field] ?? draft[field]))).join('')
  );
};

const file = (text: string | Buffer, name = 'form.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

const choose = (page: Page, chosen: ReturnType<typeof file>) =>
  page.locator('input[type=file]').setInputFiles(chosen);

const toast = (page: Page) => page.locator('.toast');

/** Waits until the search finds this number of ideas. The server indexes imported rows shortly after the import. */
const expectCount = (page: Page, search: string, count: number) =>
  expect
    .poll(async () => {
      const address = `/api/ideas?view=page&q=${encodeURIComponent(search)}`;
      return (await (await page.request.get(address)).json()).items.length;
    })
    .toBe(count);

test('a table is imported, undone and brought back by keyboard alone', async ({ page }) => {
  const name = `Shearwater ${unique()}`;
  await openSignedIn(page, '/admin/ideas');
  await page.locator('.list-tools').getByRole('link', { name: 'Import' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import');
  await expect(page.getByLabel('Ideas', { exact: true })).toBeChecked();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).press('Enter');
  const rows = ['one', 'two', 'three'].map((number) => ({
    title: `${name} ${number}`,
    createdAt: '3/4/2024 10:22:11',
  }));
  await (await chooser).setFiles(file(tableOf(rows)));
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  await expect(page.getByText('3 rows, 9 columns')).toBeVisible();
  await expect(page.getByLabel('Title').locator('option:checked')).toHaveText(questions.title);
  await expect(page.getByLabel('Sent on').locator('option:checked')).toHaveText('Timestamp');

  const preview = page.getByRole('region', { name: 'The first rows' });
  await expect(preview.getByRole('row').nth(1)).toContainText(`${name} one`);
  await expect(preview.getByRole('row').nth(1)).toContainText('Say whether the day or the month');
  await page.getByLabel(/^Day first/).press('Space');
  await expect(preview).toContainText('2024-04-03T');
  await expect(preview).not.toContainText('Say whether');
  await page.getByLabel('Status', { exact: false }).first().selectOption('The same for all rows');
  await page.getByLabel('Status, for all rows').selectOption('Approved');
  await expect(preview).toContainText('approved');

  await page.getByRole('button', { name: 'Check 3 rows' }).press('Enter');
  await expect(page.getByText('3 of 3 rows pass the check.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 ideas' }).press('Enter');
  await expect(toast(page)).toContainText('3 ideas imported');
  await expect(page.getByRole('heading', { name: 'Imports so far' })).toBeFocused();
  await expectCount(page, name, 3);

  const entry = page.locator('.entry', { hasText: 'form.csv' }).first();
  await expect(entry).toContainText(/3 ideas.*imported by admin \d+ seconds? ago/);
  await entry.getByRole('button', { name: 'Undo this import: form.csv' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Undo this import' });
  await expect(question).toContainText('This moves all of it, 3 ideas, to the trash.');
  await expect(question).not.toContainText('changed since');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectFineInBothThemes(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Import undone');
  await expect(question).toBeHidden();
  await expect(entry).toContainText('undone by admin');
  await expectCount(page, name, 0);

  await entry.getByRole('button', { name: 'Bring back: form.csv' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText(
    '3 ideas of "form.csv" are still in the trash',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Import brought back');
  await expectCount(page, name, 3);
});

test('refused rows are listed, downloaded with reasons, corrected and imported', async ({
  page,
}) => {
  const name = `Petrel ${unique()}`;
  const hostile = `=HYPERLINK("x") <img src=x onerror="document.title='run'"> \u202eمرحبا`;
  const rows: Row[] = [
    { title: `${name} good`, problemStatement: hostile },
    { title: '', problemStatement: 'Two\nlines' },
    { title: `${name} bad`, email: 'nobody', requiredExpertise: 'Developer, Wizard' },
    { title: `${name} nul`, problemStatement: 'a\0b' },
    { title: `${name} good`, problemStatement: 'Sent twice' },
  ];
  await openSignedIn(page, '/admin/import');
  const table = tableOf(rows.map((row) => ({ createdAt: '2024-03-01', ...row })));
  await choose(page, file(table, '<b>form</b>.csv'));
  await page.getByRole('button', { name: 'Check 5 rows' }).click();
  await expect(
    page.getByText('2 of 5 rows pass the check. 3 would be refused. 1 is there already.'),
  ).toBeVisible();
  const refused = page.getByRole('region', { name: 'Refused rows' }).locator('> ul > li');
  await expect(refused).toHaveText([
    /^Row 3Title of your idea Give the idea a title\. *$/,
    /^Row 4, line 5 of the file.*Wizard.*Email Address Write the address like .* It says “nobody”\.$/,
    /^Row 5, line 6 of the file.*Remove the control characters/,
  ]);
  const twice = page.getByRole('region', { name: 'Duplicates' });
  await expect(twice).toContainText('says the same as row 2');
  await expectFineInBothThemes(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download them with the reasons' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  const [head, ...saved] = [...readCsv(text.replace('\ufeff', ''), ',')].map(({ cells }) => cells);
  expect(head).toEqual([...Object.values(questions), 'Reason']);
  expect(saved).toHaveLength(3);
  expect(saved[0]?.[4]).toBe('Two\nlines');
  expect(saved[1]?.at(-1)).toContain('Email Address: Write the address like');

  await page.getByRole('button', { name: 'Import 1 idea' }).click();
  await expect(toast(page)).toContainText('1 idea imported');
  await expectCount(page, name, 1);
  const mended = [head, ...saved]
    .map((cells = []) =>
      csvRow(
        cells.map((cell, at) =>
          at === 3 && cell === '' ? `${name} mended` : cell.replace(/nobody|, Wizard|\0/g, ''),
        ),
      ),
    )
    .join('');
  await choose(page, file(mended, 'mended.csv'));
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await expect(page.getByText('3 of 3 rows pass the check.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 ideas' }).click();
  await expect(toast(page)).toContainText('3 ideas imported');
  await expectCount(page, name, 4);

  await page.evaluate(
    (query) => history.pushState(null, '', `/admin/ideas?q=${encodeURIComponent(query)}`),
    `${name} good`,
  );
  await page.getByRole('button', { name: `View ${name} good` }).click();
  const sheet = page.getByRole('dialog', { name: `${name} good` });
  await expect(sheet).toContainText('=HYPERLINK("x") <img src=x');
  await sheet.getByText('History: 1 change,').click();
  await expect(sheet.locator('.history li')).toContainText(
    'admin imported it from <b>form</b>.csv',
  );
  await expect(page).not.toHaveTitle('run');
});

test('encodings are detected, workbooks refused, and required fields without a source named before sending', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/import');
  await choose(page, file(Buffer.from('PK\x03\x04 and so on', 'latin1'), 'form.xlsx'));
  await expect(page.getByRole('alert')).toContainText('Save it as CSV first.');
  const latin = Buffer.from('Title;Name\nGröße;"Zoë\r\nx"\n', 'latin1');
  await choose(page, file(latin));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('It was read as Western European')).toBeVisible();
  await expect(page.getByRole('region', { name: 'The first rows' })).toContainText('Größe');
  await page.getByLabel('Separator').selectOption('Comma');
  await expect(page.getByText('2 rows, 1 column', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Another file' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeFocused();

  const { email, role, fullName } = applicationDraft;
  await page.getByLabel('Applications', { exact: true }).check();
  await page.getByRole('button', { name: 'Paste text' }).click();
  await page
    .getByLabel('Text of the table')
    .fill(`Name;E-mail;Role\n${fullName};${unique()}${email};${role}`);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByLabel('Separator')).toHaveValue(';');
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  const handle = page.getByLabel('Mattermost handle');
  await expect(handle).toBeFocused();
  await expect(page.getByText('Choose a column, or the same text for all rows.')).toHaveCount(3);
  await expectAccessible(page);
  await resize(page, 390);
  await expectToFit(page);
  await handle.selectOption('The same for all rows');
  await page.getByLabel('Mattermost handle, for all rows').fill('@unknown');
  for (const question of ['Meets the minimum availability', 'Currently in a circle']) {
    await page.getByLabel(question, { exact: true }).selectOption('The same for all rows');
    await page.getByLabel(`${question}, for all rows`).selectOption('No');
  }
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await page.getByRole('button', { name: 'Import 1 application' }).click();
  await expect(toast(page)).toContainText('1 application imported');
});

test('a check of an earlier matching offers no import; an import whose response was lost happens once', async ({
  page,
  expectMessage,
}) => {
  const name = `Gannet ${unique()}`;
  await openSignedIn(page, '/admin/import');
  await choose(page, file(tableOf([{ title: name, createdAt: '' }])));
  const check = page.getByRole('button', { name: 'Check 1 row' });
  const release = await hold(page, '**/api/admin/import-check');
  await check.click();
  await page.getByLabel('Name', { exact: true }).selectOption(questions.targetAudience);
  const answered = page.waitForResponse('**/api/admin/import-check');
  release();
  await answered;
  await expect(check).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import 1/ })).toHaveCount(0);
  await check.click();

  await loseResponse(page, '**/api/admin/imports');
  await page.getByRole('button', { name: 'Import 1 idea' }).click();
  await expect(toast(page)).toContainText('Press Import again: nothing is imported twice.');
  expectMessage('net::ERR_FAILED');
  await expectCount(page, name, 1);
  await page.getByRole('button', { name: 'Import 1 idea' }).click();
  await expect(toast(page)).toContainText('1 idea imported');
  await expectCount(page, name, 1);
});
