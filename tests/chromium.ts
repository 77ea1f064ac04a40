import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** A Chromium to test with: one that is there, or one that can be had. */
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
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit' });
  }
  const packaged = lookAround();
  if (packaged) return packaged;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  );
}

function lookAround(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
