import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/test-programs.mjs'

/**
 * URL of the server: `npm test` starts one and sets it; otherwise an `npm start` with the settings of scripts/test.mjs.
 */
const WEB_URL = process.env.WEB_URL ?? 'http://localhost:3000'

/** Arguments that prevent background connections, which Debian's Chromium would otherwise keep attempting in vain. */
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
  // Tests wait for servers and for clocks a third of their time: one more worker than cores uses it.
  workers: 3,
  // On a busy machine a key is occasionally pressed before a page listens; a test that passes only then is reported as
  // flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: WEB_URL,
    // Animated panels would cost each test a wait; touch.spec.ts opens them in motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces of all tests would cost a third of the time; `--trace on` records one manually.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { ...findBrowser(), chromiumSandbox: false, args: QUIET },
  },
})
