import { applicationDraft, contactDraft } from '../drafts.ts';
import { application, contact, idea, submissions } from './form-cases.ts';
import { expect, hold, holdScripts, isolatedTest, ready, test } from './site.ts';
import { unique } from './staff.ts';

/**
 * The public forms. Each is tested from the first error to the success view; shared behaviour is tested on one form.
 */

for (const form of [contact, idea, application]) {
  test(`${form.path} says what is missing, sends, says so, and starts again empty`, async ({
    page,
  }) => {
    await page.goto(form.path);
    await ready(page);
    await page.getByRole('button', { name: form.button }).focus();
    await page.keyboard.press('Enter');
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary).toContainText(`${form.required.length} answers need another look`);
    const links = summary.getByRole('link');
    await expect(links).toHaveCount(form.required.length);
    expect(new Set(await links.allTextContents())).toEqual(new Set(form.required));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const first = (await links.first().textContent()) ?? '';
    const field = page.locator(':focus');
    await expect(field).toHaveAttribute('aria-describedby', /-error/);
    await expect(page.locator('.field.err', { hasText: first }).first()).toBeVisible();
    await page.keyboard.type('x@example.org');
    await expect(links).toHaveCount(form.required.length - 1);

    await form.fill(page);
    const release = await hold(page, `**${form.api}`);
    await page.getByRole('button', { name: form.button }).click();
    const busy = page.getByRole('button', { name: form.busy });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.success[0]);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const toast = page.locator('.toast');
    await expect(toast).toContainText(form.success[0]);
    await expect(toast).toContainText(form.success[1]);
    const [saved] = await submissions(page, form.list);
    expect(saved).toMatchObject(form.expected);
    await page.getByRole('button', { name: form.again }).click();
    await expect(page.getByRole('button', { name: form.button })).toBeVisible();
    await expect(page.locator('main input.input').first()).toHaveValue('');
  });
}
test('a failed send keeps everything, and the retry is the same submission, also after a reload', async ({
  page,
  expectMessage,
}) => {
  await page.goto(contact.path);
  await ready(page);
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
  await page.getByRole('button', { name: contact.button }).click();
  const toast = page.locator('.toast[data-tone=destructive]');
  await expect(toast).toContainText('Submission Failed');
  await expect(toast).toContainText(contact.failure);
  expectMessage('net::ERR_CONNECTION_RESET');
  await expect(page.getByRole('button', { name: contact.button })).toBeEnabled();
  await page.getByRole('button', { name: contact.button }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(page.getByRole('button', { name: contact.button })).toBeEnabled();
  expectMessage('net::ERR_CONNECTION_RESET');
  await page.unroute(`**${contact.api}`);
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: contact.button }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
  expect(keys[0]).toBeTruthy();
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await submissions(page, contact.list)).toHaveLength(before + 1);
});

test('the role Other asks for its text; what was typed survives reloads, and is gone once sent', async ({
  page,
}) => {
  const role = `Field recordist ${unique()}`;
  await page.goto(application.path);
  await ready(page);
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
  await ready(page);
  await expect.poll(read).toEqual(typed);
  await expect(own).toHaveValue(role);
  await page.getByLabel('Full name').fill('Ines');
  await page.reload();
  await ready(page);
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

test('a form that is left as it was keeps no draft, and a double click is one submission', async ({
  page,
}) => {
  await page.goto(contact.path);
  await ready(page);
  await page.getByLabel('Name').fill('x');
  await page.getByLabel('Name').fill('');
  await page.locator('footer').getByRole('link', { name: 'Workflow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How the lab works');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);

  await page.goBack();
  await contact.fill(page);
  const before = (await submissions(page, contact.list)).length;
  await page.getByRole('button', { name: contact.button }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
  expect(await submissions(page, contact.list)).toHaveLength(before + 1);
});

test('what only the server finds is told: at its field, or when to come back', async ({
  page,
  expectMessage,
}) => {
  await page.goto('/contact');
  await ready(page);
  await contact.fill(page);
  const error = 'Some fields need another look.';
  const fields = { subject: 'The server says no.' };
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 422, json: { error, fields } }),
  );
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator('#subject-error')).toHaveText('The server says no.');
  await expect(page.locator('#subject')).toHaveAttribute('aria-invalid', 'true');
  expectMessage('status of 422');

  const tooMany = 'Too many attempts. Try again in 60 seconds.';
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 429, json: { error: tooMany } }),
  );
  await page.getByLabel('Subject').fill('Another subject');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator('.toast')).toContainText(tooMany);
  expectMessage('status of 429');
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

test('a limit shows before it is hit, and a text over it is kept and told', async ({ page }) => {
  await page.goto('/submit-idea');
  await ready(page);
  const title = page.getByLabel('Title');
  await title.fill('x'.repeat(150));
  await expect(page.getByText('characters left')).toHaveCount(0);
  await title.fill('x'.repeat(190));
  await expect(page.getByText('10 of 200 characters left')).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(page.getByText('10 of 200 characters left'), 'of a restored draft').toBeVisible();
  await title.fill('x'.repeat(205));
  await expect(page.getByText('5 characters over the limit of 200')).toBeVisible();
  await page.getByRole('button', { name: 'Submit idea' }).click();
  await expect(page.locator('#title-error')).toHaveText('Use at most 200 characters.');
  await expect(title).toHaveValue('x'.repeat(205));
});

test('a failure to send is told until it succeeds, and a toast stays with its page', async ({
  page,
  expectMessage,
}) => {
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 422, json: { error: 'Invalid', fields: { weird: 'nope' } } }),
  );
  await page.goto('/contact');
  await ready(page);
  await contact.fill(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator('.toast')).toContainText('Submission Failed');
  expectMessage('status of 422');
  const failure = page.getByRole('alert').filter({ hasText: 'Not sent. Your answers are kept.' });
  await expect(failure).toContainText(contact.failure);
  await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.toast')).toBeHidden();
  await expect(failure, 'it outlasts the toast').toBeVisible();
  await page.unroute('**/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
  await expect(page.locator('.toast')).toContainText('Message Sent!');
  await page.getByRole('button', { name: 'Send another message' }).click();
  await expect(page.getByLabel('Subject')).toBeVisible();
  await expect(failure).toHaveCount(0);
  await expect(page.locator('.toast')).toBeVisible();
  await page.locator('footer').getByRole('link', { name: 'Workflow' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How the lab works');
  await expect(page.locator('.toast'), 'it stays with its page').toBeHidden({ timeout: 1000 });
});

test('the application form offers every role and circle, and the closed section', async ({
  page,
}) => {
  await page.goto('/join-team');
  await ready(page);
  await expect(page.getByLabel('Role').getByRole('option')).toHaveCount(12);
  await expect(page.getByRole('checkbox')).toHaveCount(9);
  await expect(page.getByLabel('Motivation')).toBeHidden();
  await page.getByText('Tell us more').click();
  await page.getByLabel('Skills').fill('SQL, Rust , ,SQL');
  await page.locator('#github').fill('code.example/ines');
  await application.fill(page);
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.locator('#github-error')).toContainText('https://');
  await page.locator('#github').fill('https://code.example/ines');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Submitted!');
  const [saved] = await submissions(page, 'applications');
  expect(saved).toMatchObject({
    skills: ['SQL', 'Rust'],
    github: 'https://code.example/ines',
    motivation: null,
  });
});

test('a message is written and sent by keyboard alone', async ({ page }) => {
  await page.goto('/contact');
  await ready(page);
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
  await reach('Subject');
  await page.keyboard.type(contactDraft.subject);
  await reach('Message');
  await page.keyboard.type(contactDraft.message);
  await reach('Name');
  await page.keyboard.type(contactDraft.name);
  await reach('E-mail');
  await page.keyboard.type(contactDraft.email);
  await reach('Send message');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
  const [saved] = await submissions(page, 'contacts');
  expect(saved).toMatchObject(contactDraft);
});

isolatedTest(
  'sending while offline keeps the form, and says so',
  async ({ page, context, expectMessage }) => {
    await page.goto('/contact');
    await ready(page);
    await context.setOffline(true);
    await contact.fill(page);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Submission Failed')).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue(contactDraft.subject);
    expectMessage('net::ERR_INTERNET_DISCONNECTED', 'Failed to fetch dynamically imported module');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
  },
);

test('a new idea is in the list that the success view leads to', async ({ page }) => {
  const title = `Listed at once ${unique()}`;
  await page.goto('/ideas');
  await ready(page);
  await page.getByRole('main').getByRole('link', { name: 'Submit an idea' }).click();
  await idea.fill(page);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Submit idea' }).click();
  await page.getByRole('link', { name: 'See community ideas' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('searchbox').fill(title);
  await expect(page.locator('.idea h2')).toHaveText([title]);
});

test('an idea that arrives after the visitor has gone on disturbs nobody', async ({ page }) => {
  const title = `Late ${unique()}`;
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/submit-idea');
  await ready(page);
  await idea.fill(page);
  await page.getByLabel('Title').fill(title);
  const release = await hold(page, '**/api/ideas', (route) => route.continue());
  await page.getByRole('button', { name: 'Submit idea' }).click();
  await page.locator('footer').getByRole('link', { name: 'Community ideas' }).click();
  await expect(page.locator('.idea').first()).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  release();
  await expect(page.getByRole('heading', { name: title })).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(400);
});

test('where nothing may be stored a form is sent all the same', async ({ page }) => {
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
  await ready(page);
  await contact.fill(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.success[0]);
});

test('the summary of what is wrong leads to folded fields, and forgets those that are gone', async ({
  page,
}) => {
  await page.goto('/join-team');
  await ready(page);
  await application.fill(page);
  await page.getByText('Tell us more').click();
  await page.locator('#github').fill('foo');
  await page.getByText('Tell us more').click();
  await page.getByLabel('Role', { exact: true }).selectOption('Other');
  await page.getByRole('button', { name: 'Submit application' }).click();
  const summary = page.locator('[data-error-summary]');
  await expect(summary.getByRole('link')).toHaveText(['Which role?', 'GitHub']);
  await page.getByText('Tell us more').click();
  await page.getByText('Tell us more').click();
  await summary.getByRole('link', { name: 'GitHub' }).click();
  await expect(page.locator('#github')).toBeFocused();
  await page.getByLabel('Role', { exact: true }).selectOption('Data Specialist');
  await expect(summary.getByRole('link')).toHaveText(['GitHub']);
});
