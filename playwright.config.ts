import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/chromium.ts';

/** Configures the browser tests. tests/browser/site.ts starts the servers for each worker. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests spend part of their time waiting, so one worker more than there are cores keeps the cores busy.
  workers: availableParallelism() + 1,
  // Both timeouts are much longer than any test needs, for slow machines.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Animations would make the run a tenth longer. Tests of animations turn them on with `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
});
