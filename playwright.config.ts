import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/chromium.ts';

/** Configures the browser tests. tests/browser/site.ts starts the servers of each worker. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests also wait, so one more worker than there are cores keeps the cores busy.
  workers: availableParallelism() + 1,
  // Both timeouts are much longer than any test needs, so that tests do not fail on a slow machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Animations would make the run a tenth longer. Tests about motion turn them on with `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
});
