import type { APIRequestContext, Page } from '@playwright/test';
import { decodeBase32 } from '#contract/base32.ts';
import { signedOutPages } from '#contract/entrance.ts';
import { codeAt, stepAt } from '#server/totp.ts';
import { freePort } from '../free-port.ts';
import { client, startProvider } from '../oidc.ts';
import {
  expect,
  expectFineInBothThemes,
  expectToFit,
  hold,
  resize,
  startServer,
  testOn,
  waitForHydration,
} from './site.ts';
import { create, makeUser, openSignedIn, token, unique } from './staff.ts';

/** Second factors, invitations, and sign-in with an OpenID Connect provider. */

const test = testOn(async (ends) => {
  const port = await freePort();
  const provider = await startProvider(`http://127.0.0.1:${port}${signedOutPages.callback}`);
  ends.defer(provider.stop);
  const oidc = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'the lab account',
  };
  const { address, stop } = await startServer(oidc, port);
  ends.defer(stop);
  return { address, provider };
});

test.describe.configure({ mode: 'default' });

/**
 * Returns the code that an app with this secret shows `ahead` time steps from now. Each code works only once, so a test
 * that needs several codes takes them from different steps.
 */
const codeOf = (secret: string, ahead = 0) =>
  codeAt(Buffer.from(decodeBase32(secret)), stepAt(new Date()) + ahead);

async function switchOnFactor(request: APIRequestContext, who: { password: string }) {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const answer = await request.post('/api/admin/profile/second-factor/on', {
    data: { password: who.password, secret, code: codeOf(secret) },
    headers: { Authorization: `Bearer ${await token(request, who)}` },
  });
  expect(answer.status()).toBe(200);
}

/** Ends the session in the browser only, and sends username and password on the sign-in page. */
async function typePassword(page: Page, who: { username: string; password: string }) {
  await page.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new Event('admin-logout'));
  });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Username').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));

test('a second factor is switched on, asked for, replaced by a recovery code, and switched off', async ({
  page,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'blog-admin');
  await openSignedIn(page, '/admin/settings', who);
  await expect(page.getByText('Second factor: off.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch on the second factor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectFineInBothThemes(page);
  const secret = (await dialog.locator('.factor-secret code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByLabel('Your password', { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('This is not the code that your app should show')).toBeVisible();
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  expectMessage('status of 422');
  expect(await storedDrafts(page), 'of a code and a password').toEqual([]);
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog).toContainText('Keep these recovery codes');
  const codes = await dialog.locator('.recovery-codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectFineInBothThemes(page);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Second factor: on.')).toBeVisible();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await typePassword(page, who);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectFineInBothThemes(page);
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  await expect(code).toBeFocused();
  expect(await storedDrafts(page), 'of the sign-in').toEqual([]);
  const shown = codeOf(secret);
  await code.fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
  await code.press('Enter');
  await expect(page).toHaveURL(/\/admin\/settings$/);
  expectMessage('status of 401');

  await typePassword(page, who);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/settings$/);
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Keep these recovery codes');
  await page.keyboard.press('Escape');
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Second factor: off.')).toBeVisible();
});

test('an admin withdraws an invitation, switches off a second factor, and invites a user, who joins', async ({
  page,
  request,
  expectMessage,
}) => {
  const who = await makeUser(request, 'blog-admin');
  await switchOnFactor(request, who);
  const withdrawn = `heron-${unique()}`;
  await create(request, 'invitations', { username: withdrawn });
  await openSignedIn(page, '/admin/users');
  const invitation = page.locator('.entry', { hasText: withdrawn });
  await expect(invitation).toContainText('invited by admin');
  const row = page.locator('.entry', { hasText: who.username });
  await expect(row).toContainText('second factor');
  await row.getByRole('button', { name: 'Edit' }).click();
  await expectFineInBothThemes(page);
  await page.getByRole('button', { name: 'Switch off the second factor' }).click();
  await expect(page.locator('.toast')).toContainText('Second factor switched off');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).not.toContainText('second factor');
  await invitation.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.locator('.toast')).toContainText('Invitation withdrawn');
  await expect(invitation).toHaveCount(0);

  const name = `wren-${unique()}`;
  await page.getByRole('button', { name: 'Invite' }).click();
  const panel = page.locator('#invite form');
  await panel.getByLabel('Username').fill(name);
  await panel.getByLabel('Role').selectOption('admin');
  await panel.getByLabel('E-mail').fill(`${name}@example.org`);
  await panel.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByLabel('Link of the invitation').inputValue();
  await expectFineInBothThemes(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const entry = page.locator('.entry', { hasText: name });
  await expect(entry).toContainText('invited by admin');
  await entry.getByRole('button', { name: 'New link' }).click();
  const second = await dialog.getByLabel('Link of the invitation').inputValue();
  expect(second).not.toBe(link);
  await page.keyboard.press('Escape');

  await page.evaluate(() => localStorage.clear());
  const requestedUrls: string[] = [];
  page.on('request', (each) => requestedUrls.push(each.url(), each.headers().referer ?? ''));
  await page.goto('about:blank');
  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(name);
  await expectFineInBothThemes(page);
  await page.getByLabel('Password', { exact: true }).fill('chosen by me');
  await page.getByLabel('Confirm password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Join the lab' }).click();
  await expect(page.getByLabel('Confirm password', { exact: true })).toBeFocused();
  await page.getByLabel('Confirm password', { exact: true }).fill('chosen by me');
  await page.getByRole('button', { name: 'Join the lab' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.locator('.user b')).toHaveText(name);
  await expect(page.locator('.activity')).toContainText(
    `admin switched off the second factor: ${who.username}`,
  );
  const key = second.split('#')[1];
  expect(key).toBeTruthy();
  expect(requestedUrls.filter((address) => address.split('#')[0]?.includes(`${key}`))).toEqual([]);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This invitation is no longer open');
  expectMessage('status of 404');
});

test('the provider signs in only invited users, to the requested page; a planted link signs nobody in', async ({
  page,
  request,
  site: { provider },
  expectMessage,
}) => {
  const [name, stranger] = [`robin-${unique()}`, `stranger-${unique()}`];
  const email = `${name}@example.org`;
  provider.accounts.set(name, { email, email_verified: true });
  provider.accounts.set(stranger, { email: `${stranger}@example.org`, email_verified: true });
  await create(request, 'invitations', { username: name, email, role: 'blog-admin' });
  const release = await hold(page, '**/api/admin/sign-in');
  await page.goto('/admin/settings');
  await waitForHydration(page);
  await expect(page).toHaveURL(/\/admin\/login$/);
  const positionOfField = () => page.getByLabel('Username').boundingBox();
  const before = await positionOfField();
  release();
  const button = page.getByRole('button', { name: 'Sign in with the lab account' });
  await expect(button).toBeVisible();
  expect(await positionOfField(), 'the button moves nothing').toEqual(before);
  await expectFineInBothThemes(page);
  // 320 px is the width of a screen of 1280 px at 400 % zoom.
  await resize(page, 320);
  await expectToFit(page);

  await button.click();
  await page.getByRole('link', { name: stranger, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This account opens nothing here');
  await expect(page).toHaveURL(/\/admin\/login\/callback$/);
  await expectFineInBothThemes(page);
  expectMessage('status of 401');
  await page.goto(`${signedOutPages.callback}?code=planted&state=planted`);
  await expect(page.getByRole('alert')).toContainText('was not completed in this tab');
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.context().clearCookies();
  await button.click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/settings$/);
  await expect(page.locator('.user b')).toHaveText(name);
  await page.context().clearCookies();
});
