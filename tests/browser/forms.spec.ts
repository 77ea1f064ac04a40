import type { Locator, Page } from '@playwright/test';
import { applicationDraft, contactDraft } from '../drafts.ts';
import { application, contact, type FormCase, idea, submissions } from './form-cases.ts';
import { expect, hold, holdScripts, test, waitForHydration } from './site.ts';
import { unique } from './staff.ts';

/**
 * Tests of the public forms. The contact form is tested by keyboard from the first error to the success view. Drafts,
 * limits and other parts that all forms share are tested on one form. Each form is tested for its own fields and texts.
 */

/** Sends the form. Asserts that its button is busy before the answer, and that a success view and a toast follow. */
async function expectSent(page: Page, form: FormCase): Promise<void> {
  const release = await hold(page, `**${form.api}`);
  await page.getByRole('button', { name: form.button }).press('Enter');
  const busy = page.getByRole('button', { name: form.busy });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.success[0]);
  const toast = page.locator('.toast');
  await expect(toast).toContainText(form.success[0]);
  await expect(toast).toContainText(form.success[1]);
}

/** Sends the form without its required fields. Asserts that the error summary links to each. Returns these links. */
async function expectRequired(page: Page, form: FormCase): Promise<Locator> {
  await page.getByRole('button', { name: form.button }).press('Enter');
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(`${form.required.length} answers need another look`);
  const links = summary.getByRole('link');
  await expect(links).toHaveCount(form.required.length);
  expect(new Set(await links.allTextContents())).toEqual(new Set(form.required));
  return links;
}

test('by keyboard alone, the contact form says what is missing, sends, says so, and starts again empty', async ({
  page,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const reach = async (label: string) => {
    for (let stops = 0; stops < 60; stops += 1) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
      });
      if (here.startsWith(label)) return;
    }
    throw new Error(`${label} cannot be reached by Tab`);
  };
  await reach('General');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  const links = await expectRequired(page, contact);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Subject');
  await expect(field, 'the first link leads to its field').toBeFocused();
  await expect(field).toHaveAttribute('aria-describedby', /-error/);
  await expect(page.locator('.field.err', { hasText: 'Subject' })).toBeVisible();
  await page.keyboard.type(contactDraft.subject);
  await expect(links).toHaveCount(contact.required.length - 1);
  await reach('Message');
  await page.keyboard.type(contactDraft.message);
  await reach('Name');
  await page.keyboard.type(contactDraft.name);
  await reach('E-mail');
  await page.keyboard.type(contactDraft.email);
  await reach('Send message');
  await expectSent(page, contact);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const [saved] = await submissions(page, contact.list);
  expect(saved).toMatchObject(contactDraft);
  await page.getByRole('button', { name: contact.again }).press('Enter');
  await expect(page.getByRole('button', { name: contact.button })).toBeVisible();
  await expect(page.locator('main input.input').first()).toHaveValue('');
});

test('the idea form names missing fields and warns before a limit; text over the limit is kept and reported', async ({
  page,
}) => {
  await page.goto(idea.path);
  await waitForHydration(page);
  await expectRequired(page, idea);
  const title = page.getByLabel('Title');
  await title.fill('x'.repeat(150));
  await expect(page.getByText('characters left')).toHaveCount(0);
  await title.fill('x'.repeat(190));
  await expect(page.getByText('10 of 200 characters left')).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByText('10 of 200 characters left'), 'of a restored draft').toBeVisible();
  await title.fill('x'.repeat(205));
  await expect(page.getByText('5 characters over the limit of 200')).toBeVisible();
  await page.getByRole('button', { name: idea.button }).click();
  await expect(page.locator('#title-error')).toHaveText('Use at most 200 characters.');
  await expect(title).toHaveValue('x'.repeat(205));
});

test('a new idea is in the list that the success view leads to, and a late one does not scroll the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  const title = `Listed at once ${unique()}`;
  await page.goto('/ideas');
  await waitForHydration(page);
  const linkToForm = page.getByRole('main').getByRole('link', { name: 'Submit an idea' });
  await linkToForm.click();
  await idea.fill(page);
  await page.getByLabel('Title').fill(title);
  await expectSent(page, idea);
  const [saved] = await submissions(page, idea.list);
  expect(saved).toMatchObject({ ...idea.expected, title });
  await page.getByRole('link', { name: 'See community ideas' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  const late = `Late ${unique()}`;
  await linkToForm.click();
  await idea.fill(page);
  await page.getByLabel('Title').fill(late);
  const release = await hold(page, `**${idea.api}`);
  await page.getByRole('button', { name: idea.button }).click();
  await page.locator('footer').getByRole('link', { name: 'Community ideas' }).click();
  await expect(page.locator('.idea').first()).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  release();
  await expect(page.getByRole('heading', { name: late })).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(400);
  await page.getByRole('searchbox').fill(title);
  await expect(page.locator('.idea h2')).toHaveText([title]);
});

test('the application form reports missing and folded fields, but no removed ones, and is sent', async ({
  page,
}) => {
  await page.goto(application.path);
  await waitForHydration(page);
  await expectRequired(page, application);
  await expect(page.getByLabel('Role').getByRole('option')).toHaveCount(12);
  await expect(page.getByRole('checkbox')).toHaveCount(9);
  await expect(page.getByLabel('Motivation')).toBeHidden();

  await application.fill(page);
  const fold = page.getByText('Tell us more');
  const github = page.locator('#github');
  await fold.click();
  await page.getByLabel('Skills').fill('SQL, Rust , ,SQL');
  await github.fill('code.example/ines');
  await fold.click();
  const role = page.getByLabel('Role', { exact: true });
  await role.selectOption('Other');
  await page.getByRole('button', { name: application.button }).click();
  const links = page.locator('[data-error-summary]').getByRole('link');
  await expect(links).toHaveText(['Which role?', 'GitHub']);
  await fold.click();
  await fold.click();
  await links.filter({ hasText: 'GitHub' }).click();
  await expect(github).toBeFocused();
  await expect(page.locator('#github-error')).toContainText('https://');
  await role.selectOption(applicationDraft.role);
  await expect(links).toHaveText(['GitHub']);
  await github.fill('https://code.example/ines');
  await expectSent(page, application);
  const [saved] = await submissions(page, application.list);
  expect(saved).toMatchObject({
    ...applicationDraft,
    skills: ['SQL', 'Rust'],
    github: 'https://code.example/ines',
    motivation: null,
  });
  await expect(page.getByRole('button', { name: application.again })).toBeVisible();
});

test('the role Other needs a text; typed text survives reloads, and is gone once it is sent', async ({
  page,
}) => {
  const role = `Field recordist ${unique()}`;
  await page.goto(application.path);
  await waitForHydration(page);
  await application.fill(page);
  const own = page.getByLabel('Which role?');
  await expect(own).toHaveCount(0);
  await page.getByLabel('Role', { exact: true }).selectOption('Other');
  await page.getByRole('button', { name: application.button }).click();
  await expect(page.locator('#customRole-error')).toHaveText('Say which role you have in mind.');
  await own.fill(role);
  const read = () =>
    page.locator('main form').evaluate((element) => {
      const data = new FormData(element as HTMLFormElement);
      return [...data.entries()].map(([name, value]) => `${name}=${value}`);
    });
  const typed = await read();
  expect(typed.length).toBeGreaterThan(4);
  await page.reload();
  await waitForHydration(page);
  await expect.poll(read).toEqual(typed);
  await expect(own).toHaveValue(role);
  await page.getByLabel('Full name').fill('Ines');
  await page.reload();
  await waitForHydration(page);
  await expect(own, 'after a change of another field').toHaveValue(role);
  await expect(page.getByLabel('Full name')).toHaveValue('Ines');
  await page.getByText('Tell us more').click();
  await page.locator('#experience').fill('x');
  await page.keyboard.press('Backspace');
  await expect(page.locator('#experience'), 'emptying a field closes nothing').toBeFocused();

  const sent = page.waitForRequest('**/api/applications');
  await page.getByRole('button', { name: application.button }).click();
  expect(Object.keys((await sent).postDataJSON()).sort(), 'nothing that was left empty').toEqual(
    Object.keys(applicationDraft).sort(),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(application.success[0]);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  const [saved] = await submissions(page, 'applications');
  expect(saved?.role).toBe(role);
});

test('a field that was emptied again is no draft; a lost answer, a reload and a double click send once', async ({
  page,
  expectMessage,
}) => {
  await page.goto(contact.path);
  await waitForHydration(page);
  await page.getByLabel('Name').fill('x');
  await page.getByLabel('Name').fill('');
  await page.locator('footer').getByRole('link', { name: 'Workflow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How the lab works');
  expect(await page.evaluate(() => Object.keys(sessionStorage)), 'no draft').toEqual([]);
  await page.goBack();

  await contact.fill(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  const before = (await submissions(page, contact.list)).length;
  // The response is lost: the server has stored the message, but the visitor cannot know that.
  await page.route(`**${contact.api}`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const button = page.getByRole('button', { name: contact.button });
  await button.click();
  const toast = page.locator('.toast[data-tone=destructive]');
  await expect(toast).toContainText('Submission Failed');
  await expect(toast).toContainText(contact.failure);
  expectMessage('net::ERR_CONNECTION_RESET');
  await expect(button).toBeEnabled();
  await button.click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(button).toBeEnabled();
  await page.unroute(`**${contact.api}`);
  await page.reload();
  await waitForHydration(page);
  await button.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
  expect(keys[0]).toBeTruthy();
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await submissions(page, contact.list)).toHaveLength(before + 1);

  await page.getByRole('button', { name: contact.again }).click();
  await contact.fill(page);
  await button.dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
  expect(await submissions(page, contact.list), 'after a double click').toHaveLength(before + 2);
});

test('errors of the server show at their field or as a toast; a toast closes with its page', async ({
  page,
  expectMessage,
}) => {
  const refuse = (status: number, json: object) =>
    page.route('**/api/contact', (route) => route.fulfill({ status, json }), { times: 1 });
  const send = () => page.getByRole('button', { name: contact.button }).click();
  const toast = page.locator('.toast');
  await page.goto(contact.path);
  await waitForHydration(page);
  await contact.fill(page);
  const error = 'Some fields need another look.';
  await refuse(422, { error, fields: { subject: 'The server says no.' } });
  await send();
  await expect(page.locator('#subject-error')).toHaveText('The server says no.');
  await expect(page.locator('#subject')).toHaveAttribute('aria-invalid', 'true');

  const tooMany = 'Too many attempts. Try again in 60 seconds.';
  await refuse(429, { error: tooMany });
  await page.getByLabel('Subject').fill('Another subject');
  await send();
  await expect(toast).toContainText(tooMany);

  await refuse(422, { error: 'Invalid', fields: { weird: 'nope' } });
  await send();
  await expect(toast).toContainText('Submission Failed');
  expectMessage('status of 422', 'status of 429');
  const failure = page.getByRole('alert').filter({ hasText: 'Not sent. Your answers are kept.' });
  await expect(failure).toContainText(contact.failure);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(failure, 'it outlasts the toast').toBeVisible();

  await send();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
  await expect(toast).toContainText(contact.success[0]);
  await page.getByRole('button', { name: contact.again }).click();
  // Toasts stay open while the window has no focus, so only the navigation can close this one.
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(page.getByLabel('Subject')).toBeVisible();
  await expect(failure).toHaveCount(0);
  await expect(toast).toBeVisible();
  await page.locator('footer').getByRole('link', { name: 'Workflow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How the lab works');
  await expect(toast, 'it stays with its page').toBeHidden();
});

test('a form sent before the scripts arrive waits for them', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await contact.fill(page);
  const sent = page.waitForRequest('**/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  release();
  expect((await sent).postDataJSON()).toMatchObject(contactDraft);
  await expect(page.getByText('Message Sent!').first()).toBeVisible();
});

test('a form is sent also if storage is forbidden', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('no', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/contact');
  await waitForHydration(page);
  await contact.fill(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
});
