import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page, type ViewportSize } from '@playwright/test'
import { accountPath, callApi, demo, dropSession, signInAsOwner } from '@/e2e/demo'
import { CARDS, createLink, payWith, switchAddress } from '@/e2e/payer'
import { runWithProgress } from '@/scripts/install.mjs'
import { freePort } from '@/scripts/ports.mjs'
import { spawnGuarded } from '@/scripts/spawn-guarded.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { ensureBrowser, findBrowser, INSTALL_BROWSER } from '@/scripts/test-programs.mjs'
import { english } from '@/test/english'
import { type Figure, median, percentile } from './figure'
import { type Bench, cleanEnvironment } from './processes'

/** Measures a fresh clone of the last commit from `npm start` to serving, and the next start. */
export async function measureStart({ folder, defer }: Bench): Promise<Figure[]> {
  const cwd = path.join(folder, 'clone')
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', ROOT, cwd], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git could not clone: ${stderr}`)
  const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) }
  const env = { ...cleanEnvironment(), ...ports, DATA_DIR: path.join(cwd, '.data') }
  const file = path.join(folder, 'start.log')
  const start = async () => {
    const begun = performance.now()
    const out = fs.openSync(file, 'w')
    const instance = spawnGuarded('npm', ['start'], { cwd, env, out, stopTimeoutSeconds: 30 })
    defer(instance.stop)
    for (let output = ''; !output.includes('Checkout is ready'); output = fs.readFileSync(file, 'utf8')) {
      if (instance.process.exitCode !== null) throw new Error(`npm start ended:\n${output.slice(-4_000)}`)
      await delay(20)
    }
    const seconds = (performance.now() - begun) / 1_000
    await instance.stop()
    return seconds
  }
  const cold = "npm start in a clone without node_modules, with npm's cache as it is"
  const warm = 'npm start again, nothing changed'
  return [
    { name: 'bare clone to serving', unit: 's', ours: await start(), goal: { atMost: 60 }, how: cold },
    { name: 'second start', unit: 's', ours: await start(), goal: { atMost: 5 }, how: warm },
  ]
}

/** Starts all processes over the demo's data. Returns a function that opens a tab in which the demo's owner is signed in. */
export async function openPages(bench: Bench): Promise<(viewport?: ViewportSize) => Promise<Page>> {
  if (!(await ensureBrowser())) throw new Error(`There is no browser. Install one: ${INSTALL_BROWSER}`)
  const args = ['--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update']
  const browser = await chromium.launch({ ...findBrowser(), chromiumSandbox: false, args })
  bench.defer(() => browser.close())
  // The browser acts as a proxy: each payer has its own address, as in reality.
  const settings = { TRUSTED_PROXIES: '127.0.0.1,::1' }
  for (const name of ['api', 'worker', 'web'] as const) await bench.start(name, settings)
  const seed = [path.join(ROOT, '.build/seed.mjs')]
  await runWithProgress('Making the demo merchant', process.execPath, seed, bench.environment)
  process.env.DATA_DIR = bench.folder
  const baseURL = demo().dashboard_url
  const first = await browser.newPage({ baseURL })
  // The last figure had another database.
  dropSession(demo())
  await signInAsOwner(first)
  const storageState = await first.context().storageState()
  return (viewport = WIDE) => browser.newPage({ baseURL, storageState, viewport })
}

// Texts, not functions: helpers that a bundler adds to a function do not exist in the page.
export const RECORD_CLICKS = `document.addEventListener('click', (event) => {
  if (event.target.closest?.('button[type=submit]'))
    sessionStorage.setItem('clicked', String(performance.timeOrigin + event.timeStamp))
}, true)`
const shownAt = (title: string) => `new Promise((resolve) => {
  const isShown = (row) => row.textContent.includes('${title}') && row.getClientRects().length > 0
  const look = () => [...document.querySelectorAll('[data-payment]')].some(isShown)
    ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look)
  look()
})`

/** Measures the time from a payer's click on "Pay" to the row on the merchant's open payments page. */
export async function measureClickToRow(bench: Bench): Promise<Figure[]> {
  const open = await openPages(bench)
  const [merchant, payer] = [await open(), await open()]
  await Promise.all([merchant.waitForResponse(/\/live(\?|$)/), merchant.goto(accountPath('/payments'))])
  await payer.addInitScript(RECORD_CLICKS)
  const times: number[] = []
  for (let payment = 0; payment < bench.plan.clicked; payment += 1) {
    const title = `Bench ${randomUUID()}`
    await switchAddress(payer)
    await payer.goto((await createLink({ title })).url)
    const shown = merchant.evaluate<number>(shownAt(title))
    shown.catch(() => {})
    await payWith(payer, CARDS.approved)
    await payer.waitForURL(/attempt=/)
    const clickedAt = await payer.evaluate("sessionStorage.getItem('clicked')")
    times.push((await shown) - Number(clickedAt))
  }
  const how = `${times.length} payments by as many links, one after the other, by the browser's own clock, the first ones cold; p50 ${median(times).toFixed(0)} ms`
  const name = 'payer’s click to the merchant’s row, p95'
  return [{ name, unit: 'ms', ours: percentile(times, 95), goal: { atMost: 500 }, how }]
}

const SCRIPT_KB = `performance.getEntriesByType('resource').filter(({ name, startTime }) =>
  new URL(name).pathname.endsWith('.js') && startTime < performance.getEntriesByType('navigation')[0].loadEventStart
).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000`

/** Measures the script of each page's first load, above an empty Next client page. */
export async function measureFirstLoad(bench: Bench): Promise<Figure[]> {
  const open = await openPages(bench)
  const scriptKb = async (url: string) => {
    const page = await open()
    const answer = await page.goto(url, { waitUntil: 'load' })
    if (answer?.status() !== 200 || page.url().includes('/sign-in')) throw new Error(`${url} is not shown.`)
    // Scripts that were requested before the load event arrive after it.
    await delay(1_000)
    return Number(await page.evaluate(SCRIPT_KB).finally(() => page.close()))
  }
  const emptyKb = await scriptKb(await bench.start('empty'))
  const figures: Figure[] = []
  for (const [group, atMost] of Object.entries({ checkout: 30, dashboard: 140 })) {
    const sizes: [route: string, kb: number][] = []
    for (const [route, url] of await pathsOf(group)) sizes.push([route, (await scriptKb(url)) - emptyKb])
    const [[heaviest, ours] = ['', Number.NaN], ...lighter] = sizes.toSorted((a, b) => b[1] - a[1])
    const rest = lighter.map(([route, kb]) => `${route} ${kb.toFixed(1)}`).join(', ')
    const how = `bytes of every script requested until the load event, as sent, cache empty, above the ${emptyKb.toFixed(1)} KB of an empty Next page; the heaviest before ${rest}`
    figures.push({ name: `first-load script, ${heaviest}`, unit: 'KB', ours, goal: { atMost }, how })
  }
  return figures
}

/** Returns the pages of a group of `app` with the demo's ids as parameters, without those whose object the demo lacks. */
async function pathsOf(group: string): Promise<[route: string, path: string][]> {
  const slug = demo().account_slug
  const ids: Record<string, string | undefined> = {
    account: slug,
    slug,
    linkId: await newest('/payment_links?status=ACTIVE'),
    paymentId: await newest('/payments?status=APPROVED'),
    customerId: await newest('/customers?status=ACTIVE'),
    settlementId: await newest('/settlements'),
  }
  const files = fs.readdirSync(path.join(ROOT, `app/(${group})`), { recursive: true, encoding: 'utf8' })
  return files.flatMap((file): [string, string][] => {
    const route = `/${file.replace(/\([^)]*\)\//g, '').replace(/\/?page\.tsx$/, '')}`
    const url = route.replace(/\[(\w+)\]/g, (parameter, name) => ids[name] ?? parameter)
    return path.basename(file) === 'page.tsx' && !url.includes('[') ? [[route, url]] : []
  })
}

/** Returns the id of the newest object of a list of the demo. */
async function newest(list: string): Promise<string | undefined> {
  const { data }: { data?: readonly { id: string }[] } = await (await callApi('GET', list)).json()
  return data?.[0]?.id
}

/** Factor by which a processor is slowed down to that of a cheap phone. */
export const SLOW_DOWN = 4
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 375, height: 812 }
/** Pause between two actions, as a person needs, so that late effects of the last one do not count for the next. */
const PAUSE_MS = 700
/** Duration of a press of a key or a button. */
const PRESS = { delay: 120 }

const OBSERVE = `
  window.vitals = { paint: 0, interaction: 0 }
  const observe = (options, read) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ buffered: true, ...options })
  observe({ type: 'largest-contentful-paint' }, ({ startTime }) => { vitals.paint = startTime })
  observe({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) vitals.interaction = Math.max(vitals.interaction, duration)
  })`

/** Measures largest paint and interaction to next paint of a merchant's daily pages, on a slowed-down processor. */
export async function measureVitals(bench: Bench): Promise<Figure[]> {
  const open = await openPages(bench)
  const settlement = `/balance/settlements/${await newest('/settlements')}`
  const pages = { links: '/links', payments: '/payments', Home: '/', balance: '/balance', settlement }
  const how = `Chromium, processor slowed down ${SLOW_DOWN} times, cache empty; median of ${bench.plan.rounds} visits after a first one`
  const slowest = 'the slowest interaction of each of these visits: rows by key, a panel, search, palette'
  const figures: Figure[] = []
  for (const [page, screen] of Object.entries(pages))
    for (const viewport of [WIDE, NARROW]) {
      const visits: [paint: number, interaction: number][] = []
      for (let round = 0; round <= bench.plan.rounds; round += 1)
        visits.push(await visit(await open(viewport), accountPath(screen)))
      const of = (kind: 0 | 1) => median(visits.slice(1).map((seen) => seen[kind]))
      const [name, unit] = [`${page}, ${viewport.width} px`, 'ms' as const]
      figures.push(
        { name: `${name}, largest paint`, unit, ours: of(0), goal: { atMost: 1_200 }, how },
        { name: `${name}, interaction`, unit, ours: of(1), goal: { atMost: 150 }, how: slowest },
      )
    }
  return figures
}

/** Returns the largest paint and the slowest interaction of a person who comes from another site, in milliseconds. */
async function visit(page: Page, url: string): Promise<[paint: number, interaction: number]> {
  // In a new context the start of a process would count for the page.
  await page.goto(demo().base_url, { waitUntil: 'load' })
  await delay(PAUSE_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(OBSERVE)
  await page.goto(url, { waitUntil: 'load' })
  // A page with a stream is ready once it listens for events.
  await delay(PAUSE_MS * SLOW_DOWN)
  const paint = await page.evaluate<number>('vitals.paint')
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key, PRESS)
  await delay(PAUSE_MS)
  const opener = page.locator('#content button[aria-haspopup]:visible').first()
  if (await opener.isVisible()) {
    // The forced click does not check for elements that cover its target, which would count.
    await opener.click({ force: true, ...PRESS })
    await page.locator('[role=dialog], [role=menu]').first().waitFor()
    await page.keyboard.press('Escape')
    await delay(PAUSE_MS)
  }
  const field = page.locator('#content').getByRole('searchbox').first()
  if (await field.isVisible()) await field.pressSequentially('Co', PRESS)
  await delay(PAUSE_MS)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: english('search.label') }).pressSequentially('Co', PRESS)
  await delay(PAUSE_MS)
  const interaction = await page.evaluate<number>('vitals.interaction')
  await page.close()
  return [paint, interaction]
}
