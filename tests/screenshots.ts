import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { waitForFonts, waitForHydration } from './browser/site.ts';
import { launchOptions } from './chromium.ts';
import { demoPages } from './pages.ts';

/**
 * `npm run screenshots -- http://127.0.0.1:3000 [name…]` takes screenshots of a running site and writes them into
 * docs/screenshots, or into the folder that SCREENSHOTS names. Without names it takes all, and deletes every other
 * file in the folder. It signs in to the staff area with ADMIN_USERNAME and ADMIN_PASSWORD.
 */

const [site = 'http://127.0.0.1:3000', ...only] = process.argv.slice(2);
const {
  ADMIN_USERNAME: username = 'admin',
  ADMIN_PASSWORD: password = '',
  SCREENSHOTS: folder = 'docs/screenshots',
} = process.env;

const pages: [name: string, path: string][] = [
  ...demoPages.map(({ screenshot, screenshotPath, path }): [string, string] => [
    screenshot,
    screenshotPath ?? path,
  ]),
  ['not-found', '/nowhere'],
  ['admin-login', '/admin/login'],
  ['admin-dashboard', '/admin'],
  ['admin-pods', '/admin/pods'],
  ['admin-log', '/admin/pods/log?pod=dipper'],
  ['admin-blog-editor', '/admin/blogs/a-chart-you-can-hear'],
  ['admin-ideas', '/admin/ideas'],
  ['admin-contacts', '/admin/contacts'],
  ['admin-import', '/admin/import'],
  ['admin-users', '/admin/users'],
  ['admin-settings', '/admin/settings'],
];

/** A CSV file with the answers to a form, for the screenshot of the import page. */
const answers = {
  name: 'form-answers.csv',
  mimeType: 'text/csv',
  buffer:
    Buffer.from(`Timestamp,Title,Your name,E-mail,Problem statement,Proposed solution,Target audience,Expected impact,\
Required expertise,Success metrics
14/03/2026 09:12:40,Hear when the ferry is late,Aoife Brennan,aoife@example.org,\
"The board at the pier is right, and nobody can read it from the bus.",\
A phone call that says the next three departures.,Commuters of the island line,\
Forty people a day stop waiting in the rain.,"Developer, Designer",Nine of ten calls say the right time.
15/03/2026 18:47:02,Which bin on which day,Tomasz Zielak,tomasz@example.org,\
Six calendars hang in one stairwell and contradict each other.,\
One photo of the bins answers what goes out tomorrow.,Caretakers,\
No bin stands on the pavement for a week.,Developer,Fewer than five wrong answers a month.
17/03/2026 21:05:55,A second reading of old letters,Marit Solheim,,"The archive has 3,\
000 letters that two people can read.","A model proposes a reading, and marks every word it doubts.",\
Local historians,Letters are read in weeks instead of years.,"ML/AI Specialist, Developer",\
Eight of ten doubts are real ones.
`),
};
const sizes = [
  { name: 'desktop', width: 1440, height: 900, shown: 960 },
  { name: 'phone', width: 390, height: 844, shown: 390 },
];

mkdirSync(folder, { recursive: true });
const writtenFiles = new Set<string>();
const browser = await chromium.launch(launchOptions());
for (const { name: size, width, height, shown } of sizes) {
  for (const theme of ['dark', 'light']) {
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
    await context.addInitScript((value) => {
      localStorage.setItem('theme', value);
      localStorage.setItem('devBannerDismissed', 'true');
    }, theme);
    const page = await context.newPage();
    const signedIn = await page.request.post(`${site}/api/admin/login`, {
      data: { username, password },
    });
    if (!signedIn.ok()) throw new Error('Set ADMIN_PASSWORD to the one the site was started with.');
    const session = await signedIn.json();
    for (const [name, address] of pages) {
      if (only.length > 0 && !only.includes(name)) continue;
      await page.goto(site + address);
      if (address.startsWith('/admin') && name !== 'admin-login') {
        await page.evaluate(({ token, user }) => {
          localStorage.setItem('adminToken', token);
          localStorage.setItem('adminUser', JSON.stringify(user));
        }, session);
        await page.goto(site + address);
        await page.locator('.admin-main h1').waitFor();
        await page.waitForFunction(() => !document.querySelector('.loader'));
        if (name === 'admin-blog-editor')
          await page.locator('.preview .prose p').first().waitFor({ state: 'attached' });
        if (name === 'admin-import') {
          await page.locator('input[type=file]').setInputFiles(answers);
          await page.locator('#import-matching').waitFor();
        }
      }
      await waitForHydration(page);
      // Makes the browser lay out all cards (see cards.css), so that it loads the fonts of their texts too.
      await page.evaluate(() => {
        document.documentElement.dataset.laidOut = 'true';
      });
      // `waitForFonts` also waits for the mono font, in which the sign-in page has no text.
      if (name === 'admin-login') await page.evaluate(() => document.fonts.ready.then(() => {}));
      else await waitForFonts(page);
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          const isEndless = animation.effect?.getComputedTiming().iterations === Infinity;
          // Animations that are driven by scrolling stay as they are.
          if (!isEndless && animation.timeline === document.timeline) animation.finish();
        }
      });
      const file = `${name}-${theme}-${size}.webp`;
      writtenFiles.add(file);
      const picture = await page.screenshot({ fullPage: true });
      const { height: whole = 0 } = await sharp(picture).metadata();
      // Cuts a long page off after four screens: further down, its list only repeats the same kind of card.
      await sharp(picture)
        .extract({ left: 0, top: 0, width, height: Math.min(whole, height * 4) })
        .resize({ width: shown })
        .webp({ quality: 72 })
        .toFile(path.join(folder, file));
    }
    await context.close();
  }
}
await browser.close();
if (only.length === 0) {
  for (const file of readdirSync(folder))
    if (!writtenFiles.has(file)) rmSync(path.join(folder, file));
}
