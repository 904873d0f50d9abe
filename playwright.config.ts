import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

/** `npm test` starts the server and says where; by hand the tests go to an `npm start` with the settings of scripts/test.mjs. */
const WEB_URL = process.env.WEB_URL ?? 'http://localhost:3000'

/** Debian's chromium spends its time on connections that are refused unless told not to try. */
const QUIET = [
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  // On a busy machine a key is rarely pressed before a page listens; a test that passes only then is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: WEB_URL,
    // Panels that are still on their way cost each test a wait; touch.spec.ts opens them in motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third of the time; `--trace on` records one by hand.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { ...findBrowser(), chromiumSandbox: false, args: QUIET },
  },
})
