import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Pause between two actions, as a person needs, so that late effects of the last one do not count for the next. */
export const PAUSE_MS = 700

export interface PageVitals {
  largestPaintMs: number
  /** Sum of the scores of all shifts without an input as their cause. */
  layoutShift: number
  /** Slowest interaction of each action, from the input to the next paint. */
  actions: readonly { name: string; ms: number }[]
}

export interface Action {
  name: string
  /** Performs the action; returns false if the page has no target for it. */
  run(page: Page): Promise<unknown>
}

// A text, not a function: helpers that a bundler adds to a function do not exist in the page.
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

interface VisitOptions {
  /** Page that the tab shows before: one of another origin, which leaves nothing of ours in the cache. */
  from: string
  slowDown: number
  actions: readonly Action[]
}

/** Opens a page with a slowed-down processor and performs actions like a person. */
export async function visitPage(
  page: Page,
  url: string,
  { from, slowDown, actions }: VisitOptions,
): Promise<PageVitals> {
  // A browser keeps a process ready for a new tab, and users come from another page; in a new context the start of a
  // process would count for the page.
  await page.goto(from, { waitUntil: 'load' })
  await delay(PAUSE_MS)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.addInitScript(OBSERVE)
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('h1').first().waitFor()
  // A page with a stream is ready once it listens for events.
  await delay(PAUSE_MS * slowDown)
  const { paint } = await observed(page)
  const done: { name: string; ms: number }[] = []
  for (const { name, run } of actions) {
    await page.evaluate('void (vitals.interaction = 0)')
    if ((await run(page)) === false) continue
    await delay(PAUSE_MS)
    done.push({ name, ms: (await observed(page)).interaction })
  }
  return { largestPaintMs: paint, layoutShift: (await observed(page)).shift, actions: done }
}

async function observed(page: Page): Promise<Observed> {
  return page.evaluate<Observed>('vitals')
}
