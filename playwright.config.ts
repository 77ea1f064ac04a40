import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/chromium.ts';

/** Browser tests of the public site and the staff area. tests/browser/site.ts starts a server for each worker. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: availableParallelism(),
  // Much longer than any test takes, so that a slow machine is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Drawing animations took a tenth of the time. Tests about motion ask for it: `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
});
