import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Between two acts a person looks; what the last one set off must not be told as the next one's. */
export const LOOK_MS = 700

export interface PageVitals {
  largestPaintMs: number
  /** Sum of the scores of all shifts that no input explains. */
  layoutShift: number
  /** Each act's slowest interaction, from the input to the next paint. */
  acts: readonly { name: string; ms: number }[]
}

export interface Act {
  name: string
  /** Answers false where the page has nothing to act on. */
  run(page: Page): Promise<unknown>
}

// A text, not a function: what a bundler adds to a function does not exist in the page.
const OBSERVE = `
  window.vitals = { paint: 0, shift: 0, interaction: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) vitals.interaction = Math.max(vitals.interaction, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Observed {
  paint: number
  shift: number
  interaction: number
}

interface Watch {
  /** What the tab has shown before: a page of another origin, which leaves nothing of ours in the cache. */
  from: string
  slowDown: number
  acts: readonly Act[]
}

/** Opens a page under a processor slowed down so many times, and acts on it as a person does. */
export async function watchPage(
  page: Page,
  url: string,
  { from, slowDown, acts }: Watch,
): Promise<PageVitals> {
  // A browser keeps a process ready for a new tab, and people come from somewhere; in a context that is new the start
  // of a process would be told as the page's.
  await page.goto(from, { waitUntil: 'load' })
  await delay(LOOK_MS)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.addInitScript(OBSERVE)
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('h1').first().waitFor()
  // A page that streams is alive once it listens for news.
  await delay(LOOK_MS * slowDown)
  const { paint } = await observed(page)
  const done: { name: string; ms: number }[] = []
  for (const { name, run } of acts) {
    await page.evaluate('void (vitals.interaction = 0)')
    if ((await run(page)) === false) continue
    await delay(LOOK_MS)
    done.push({ name, ms: (await observed(page)).interaction })
  }
  return { largestPaintMs: paint, layoutShift: (await observed(page)).shift, acts: done }
}

async function observed(page: Page): Promise<Observed> {
  return page.evaluate<Observed>('vitals')
}
