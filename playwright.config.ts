import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/chromium.ts';

/** What visitors and staff do, in a real browser. tests/browser/site.ts starts a server for each worker. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
