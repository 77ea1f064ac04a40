import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Features of Chromium that the tests turn off. The first three are two hidden pages for the address bar of each
 * window, and a spare renderer process; without them a page needs half the resources. Chromium uses only its last
 * `--disable-features`, so the entries after these three repeat the entries of Playwright that matter to tests.
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

/** Returns the options to launch Chromium. They also work for root. */
export const launchOptions = () => ({
  executablePath: findChromium(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // The widths of texts must not depend on the font settings of the machine.
    '--font-render-hinting=none',
    // The pages of a browser context share a renderer process, and the code that it has compiled.
    '--process-per-site',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
});

/** Returns the path of an installed Chromium. If there is none, tries to install one, and throws if that fails. */
export function findChromium(): string {
  const found = findInstalled() ?? install();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}

/** Installs the package of Debian. Without root, or on another system, installs the browser of Playwright. */
function install(): string | undefined {
  console.log('No Chromium found: trying to install one.');
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    // The tests need the fonts, but not the parts of a desktop that the package recommends.
    const packages = ['chromium-headless-shell', 'fonts-liberation'];
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
    });
  }
  const installed = findInstalled();
  if (installed) return installed;
  spawnSync('playwright', ['install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    timeout: 300_000,
  });
  return findInstalled();
}

function findInstalled(): string | undefined {
  const names = [
    // Chromium without a user interface. The tests take a sixth less time with it.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const candidates = [
    process.env.CHROMIUM,
    chromium.executablePath(),
    ...names.map(which),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find((file): file is string => Boolean(file && existsSync(file)));
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

if (import.meta.main) findChromium();
