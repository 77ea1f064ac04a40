import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Parts of Chromium that no page needs: two hidden pages for the address bar of each window, and a process in
 * reserve. Without them a page costs half as much. Chromium takes the last list alone, so those of Playwright's that
 * matter to tests are here again.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Starts Chromium, as root too. */
export const launchOptions = () => ({
  executablePath: findChromium(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // Widths of text do not depend on the machine's settings.
    '--font-render-hinting=none',
    // Pages of a context share a process, and the code that it has compiled.
    '--process-per-site',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
});

/** Finds a Chromium that is installed, or installs one. */
export function findChromium(): string {
  const found = lookAround();
  if (found) return found;
  console.log('No Chromium found: trying to install one.');
  spawnSync('playwright', ['install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    timeout: 300_000,
  });
  const installed = lookAround();
  if (installed) return installed;
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (!lookAround()) spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'inherit' });
    }
  }
  const packaged = lookAround();
  if (packaged) return packaged;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}

function lookAround(): string | undefined {
  const names = [
    // Chromium without windows: the tests take a sixth less time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const places = [
    process.env.CHROMIUM,
    chromium.executablePath(),
    ...names.map(which),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return places.find((place): place is string => Boolean(place && existsSync(place)));
}

function which(name: string): string | undefined {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n')[0];
  } catch {
    return undefined;
  }
}
