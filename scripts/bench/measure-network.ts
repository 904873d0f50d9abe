import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { accountPath } from '@/e2e/demo'
import { CARDS, createLink, payWith, switchAddress } from '@/e2e/payer'
import { english } from '@/test/english'
import { type Figure, median } from './figure'
import { openPages, RECORD_CLICKS, SLOW_DOWN } from './measure-pages'
import type { Bench } from './processes'

/** A line: the delay of each answer and its throughput. */
type Line = { latencyMs: number; kbitPerSecond: number }
/** A payer's phone, and a merchant's office. */
const PHONE: Line = { latencyMs: 400, kbitPerSecond: 400 }
const OFFICE: Line = { latencyMs: 150, kbitPerSecond: 20_000 }
/** Time in which a page fetches what it wants to have at hand. */
const IDLE_MS = 5_000
const SCREENS = ['/payments', '/customers', '/links', '/balance', '/developers/keys', '/settings', '/']

async function slow(page: Page, { latencyMs, kbitPerSecond }: Line, slowDown: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const throughput = (kbitPerSecond * 1_000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latencyMs },
    ...{ downloadThroughput: throughput, uploadThroughput: throughput },
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
}

// Texts, not functions: helpers that a bundler adds to a function do not exist in the page.
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0].startTime`
const OBSERVE_SHIFT = `window.shift = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
}).observe({ type: 'layout-shift', buffered: true })`
const OUTCOME = `performance.timeOrigin + ${FIRST_PAINT} - Number(sessionStorage.getItem('clicked'))`
const VISIT = `new Promise((resolve) => {
  const before = document.querySelector('#content h1')
  let pressed = Infinity
  addEventListener('pointerdown', ({ timeStamp }) => { pressed = timeStamp }, { capture: true, once: true })
  const look = () => {
    const now = document.querySelector('#content h1')
    if (now && now !== before) resolve(performance.now() - pressed)
    else requestAnimationFrame(look)
  }
  look()
})`

/** Returns first paint and layout shift of a payer's page, and the time from the press to the outcome, milliseconds. */
async function payOnPhone(page: Page): Promise<[paint: number, shift: number, outcome: number]> {
  await page.addInitScript(RECORD_CLICKS)
  await page.addInitScript(OBSERVE_SHIFT)
  await switchAddress(page)
  const { url } = await createLink()
  await slow(page, PHONE, SLOW_DOWN)
  await page.goto(url, { waitUntil: 'load' })
  await delay(IDLE_MS)
  const paint = await page.evaluate<number>(FIRST_PAINT)
  const shift = await page.evaluate<number>('shift')
  await payWith(page, CARDS.approved)
  await page.getByText(english('pay.ends.paidTitle')).waitFor({ timeout: 60_000 })
  await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`)
  const outcome = await page.evaluate<number>(OUTCOME)
  await page.close()
  return [paint, shift, outcome]
}

/** Returns the times from the press in the navigation to the screen, of each screen's first and second visit, milliseconds. */
async function visitScreens(page: Page): Promise<[first: number[], second: number[]]> {
  await slow(page, OFFICE, 1)
  await page.goto(accountPath('/'), { waitUntil: 'load' })
  await delay(IDLE_MS)
  const round = async () => {
    const times: number[] = []
    for (const screen of SCREENS) {
      const shown = page.evaluate<number>(VISIT)
      await page.locator(`aside nav a[href="${accountPath(screen)}"]`).click()
      times.push(await shown)
      await delay(IDLE_MS / 5)
    }
    return times
  }
  const first = await round()
  return [first, await round()]
}

/** Measures a payer's page on a phone's line, and the screens of the navigation on an office's. */
export async function measureNetwork(bench: Bench): Promise<Figure[]> {
  const open = await openPages(bench)
  const payments: [paint: number, shift: number, outcome: number][] = []
  for (let round = 0; round <= bench.plan.rounds; round += 1)
    payments.push(await payOnPhone(await open({ width: 375, height: 812 })))
  const of = (kind: 0 | 1 | 2) => median(payments.slice(1).map((seen) => seen[kind]))
  const [first, second] = await visitScreens(await open())
  const phone = `Chromium, ${PHONE.latencyMs} ms, ${PHONE.kbitPerSecond} kbit/s, processor slowed down ${SLOW_DOWN} times, cache empty; median of ${bench.plan.rounds} payments after a first one; layout shift ${of(1).toFixed(3)}`
  const office = `Chromium, ${OFFICE.latencyMs} ms, the slowest of ${SCREENS.join(', ')} after a first page at rest; median ${median(first).toFixed(0)} and ${median(second).toFixed(0)} ms`
  const unit = 'ms' as const
  return [
    { name: 'payer’s first paint on a phone', unit, ours: of(0), goal: { atMost: 1_600 }, how: phone },
    { name: 'payer’s press to the outcome', unit, ours: of(2), goal: { atMost: 1_600 }, how: phone },
    { name: 'first visit of a screen', unit, ours: Math.max(...first), goal: { atMost: 350 }, how: office },
    { name: 'second visit of a screen', unit, ours: Math.max(...second), goal: { atMost: 100 }, how: office },
  ]
}
