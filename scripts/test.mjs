import * as fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { generate } from './build.mjs'
import { isAlive } from './data-folder-lock.mjs'
import { installIfStale } from './install.mjs'
import { freePort } from './ports.mjs'
import { removePostgres } from './postgres.mjs'
import { spawnGuarded } from './spawn-guarded.mjs'
import { ROOT } from './stamps.mjs'
import { requireNode, runCommand, UserError } from './user-error.mjs'

const RESULTS = path.join(ROOT, 'test-results')
/** Folder of screenshots of every screen, kept for review. */
const SCREENS = path.join(RESULTS, 'screens')
const E2E_DATA = path.join(ROOT, '.data/e2e')

/** Failures of unit tests, which are printed again at the end of the run. @type {string[]} */
const failures = []
/** Unit tests that passed at their second try only. @type {string[]} */
const secondTries = []

/** @typedef {{ passed: number, failed: number }} Counts */

/** @param {string} report @param {(json: any) => Counts} count @param {number | null} code @returns {Counts} */
function readCounts(report, count, code) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0 }
  try {
    counts = count(JSON.parse(fs.readFileSync(report, 'utf8')))
  } catch {
    // Without a report the run itself failed, which its exit code shows.
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** @param {string[]} filters @returns {Promise<Counts>} */
async function runUnit(filters) {
  const report = path.join(RESULTS, 'unit.json')
  fs.rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const run = spawnGuarded(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...filters],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'test' } },
  )
  return readCounts(report, countUnitReport, await run.ended)
}

/**
 * Counts the results of vitest, and keeps the names of failures and of second tries. A file that cannot be loaded and a
 * failed hook are failures, too.
 * @param {{ numPassedTests: number, testResults: { name: string, status: string, message: string, assertionResults: {
 *   fullName: string, status: string, failureMessages: string[] }[] }[] }} report
 */
function countUnitReport({ numPassedTests, testResults }) {
  for (const { name, status, message, assertionResults } of testResults) {
    const file = path.relative(ROOT, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failed)
      failures.push(`${file} > ${fullName}: ${failureMessages[0]?.split('\n')[0]}`)
    if (status === 'failed' && failed.length === 0)
      failures.push(`${file}: ${message.split('\n')[0] || 'failed'}`)
    for (const { fullName, status: end, failureMessages } of assertionResults)
      if (end === 'passed' && failureMessages.length > 0) secondTries.push(`${file} > ${fullName}`)
  }
  return { passed: numPassedTests, failed: failures.length }
}

/**
 * Counts the results of Playwright; errors outside of tests count, too.
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors?: unknown[] }} report
 */
function countBrowserReport({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/** Starts a production server for this run, with the demo merchant. */
async function startServer() {
  fs.mkdirSync(E2E_DATA, { recursive: true })
  for (const name of fs.readdirSync(E2E_DATA)) {
    if (!isAlive(Number(name))) removeData(path.join(E2E_DATA, name))
  }
  const dataDir = path.join(E2E_DATA, String(process.pid))
  removeData(dataDir)
  const [port, apiPort] = [await freePort(), await freePort()]
  const {
    DATABASE_URL: _,
    SERVICE_DATABASE_URL: _service,
    DASHBOARD_DATABASE_URL: _dashboard,
    BANK_DATABASE_URL: _bank,
    WEB_URL: __,
    API_URL: ___,
    NEXTAUTH_URL: ____,
    npm_lifecycle_event: _____,
    ...rest
  } = process.env
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...rest,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    API_PORT: String(apiPort),
    // Payers and customers of the tests send their own addresses, because each address is rate-limited.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  }
  const server = spawnGuarded(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env,
    out: 'pipe',
    stopTimeoutSeconds: 30,
  })
  const log = fs.createWriteStream(path.join(RESULTS, 'server.log'))
  const ready = new Promise((resolve) => {
    if (!server.process.stdout) return
    readline.createInterface({ input: server.process.stdout }).on('line', (line) => {
      log.write(`${line}\n`)
      if (line.startsWith('Building') || line.startsWith('Making')) console.log(line)
      if (line.includes('Checkout is ready')) resolve(true)
    })
  })
  server.process.stderr?.pipe(log, { end: false })
  if ((await Promise.race([ready, server.ended])) !== true) {
    throw new UserError(
      `${fs.readFileSync(path.join(RESULTS, 'server.log'), 'utf8')}\nThe server for the browser tests did not start.`,
    )
  }
  return {
    env: { ...env, WEB_URL: `http://localhost:${port}`, API_URL: `http://localhost:${apiPort}` },
    async stop() {
      await server.stop()
      removeData(dataDir)
    },
  }
}

/** @param {string} dataDir */
function removeData(dataDir) {
  removePostgres(path.join(dataDir, 'postgres'))
  fs.rmSync(dataDir, { recursive: true, force: true })
}

/** @param {string[]} filters @returns {Promise<Counts>} */
async function runBrowser(filters) {
  const report = path.join(RESULTS, 'browser.json')
  fs.rmSync(report, { force: true })
  fs.rmSync(SCREENS, { recursive: true, force: true })
  const server = await timed('Build and demo merchant', startServer)
  try {
    const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...filters]
    const env = { ...server.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_FORCE_TTY: '0' }
    const run = spawnGuarded(process.execPath, args, { cwd: ROOT, env })
    const code = await timed('Browser tests', () => run.ended)
    const tests = readCounts(report, countBrowserReport, code)
    const screens = fs.existsSync(SCREENS) ? fs.readdirSync(SCREENS).length : 0
    console.log(`\n${screens} screenshots in ${path.relative(ROOT, SCREENS)}/<name>-<width>-<theme>.jpg`)
    return sumOf([tests, await searchForSecrets(server.env)])
  } finally {
    await server.stop()
  }
}

/**
 * Searches card numbers, security codes and secrets in everything that the server stores and shows after the e2e tests:
 * one passed test, or one failed test for each find.
 * @param {NodeJS.ProcessEnv} env @returns {Promise<Counts>}
 */
async function searchForSecrets(env) {
  const report = path.join(RESULTS, 'leak-search.json')
  fs.rmSync(report, { force: true })
  const program = 'test/leak-search/run-leak-search.ts'
  const args = ['--import', 'tsx', program, path.join(RESULTS, 'server.log'), report]
  const run = spawnGuarded(process.execPath, args, { cwd: ROOT, env })
  /** @param {{ finds: unknown[] }} found */
  const count = ({ finds }) => ({ passed: finds.length === 0 ? 1 : 0, failed: finds.length })
  return readCounts(report, count, await run.ended)
}

/** @param {Counts[]} parts @returns {Counts} */
function sumOf(parts) {
  return {
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    failed: parts.reduce((sum, part) => sum + part.failed, 0),
  }
}

/** @template Result @param {string} what @param {() => Promise<Result>} work @returns {Promise<Result>} */
async function timed(what, work) {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  return result
}

/** Runs `npm test [-- --unit | --e2e] [filters]`. */
await runCommand(async () => {
  requireNode()
  await installIfStale('all')
  generate()
  fs.mkdirSync(RESULTS, { recursive: true })
  const flags = process.argv.slice(2)
  const filters = flags.filter((flag) => flag !== '--unit' && flag !== '--e2e')
  const wantsUnit = !flags.includes('--e2e')
  const wantsBrowser = !flags.includes('--unit') && (flags.includes('--e2e') || filters.length === 0)

  /** @type {Counts[]} */
  const parts = []
  let missing = ''
  // Half a gigabyte of compilers is installed only on machines for tests, not on a developer's.
  const { ensureBrowser, ensureLanguages, INSTALL_BROWSER } = await import('./test-programs.mjs')
  if (wantsUnit && process.env.CI) await ensureLanguages()
  if (wantsUnit) parts.push(await timed('Unit and integration tests', () => runUnit(filters)))
  if (wantsBrowser) {
    if (await ensureBrowser()) parts.push(await runBrowser(wantsUnit ? [] : filters))
    else
      missing = `The browser tests did not run, for there is no browser. Install one and run again: ${INSTALL_BROWSER}`
  }
  const { passed, failed } = sumOf(parts)
  if (missing) console.log(`\n${missing}`)
  if (secondTries.length > 0) console.log(`\nPassed at the second try:\n${secondTries.join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || missing || passed === 0 ? 1 : 0
})
