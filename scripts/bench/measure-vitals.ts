import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { balance } from '@/lib/messages/balance'
import { search } from '@/lib/messages/search'
import { browserName } from './browser'
import type { Figure } from './figure'
import { type LeastDisturbed, leastDisturbed } from './least-disturbed'
import type { PageBenchContext } from './page-bench-context'
import { newest } from './page-paths'
import { median } from './percentile'
import { type Action, PAUSE_MS, type PageVitals, visitPage } from './visit-page'
import { withEmptyPage } from './with-empty-page'

const SLOW_DOWN = 4
const PAINT_GOAL_MS = 1_200
const SHIFT_GOAL = 0.02
const INTERACTION_GOAL_MS = 150
const SIZES = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
] as const
/** Requests before the measurement: Node compiles frequent code, and the server of a real page has served others. */
const WARM_UP_REQUESTS = 20
/** Duration of a press of a key or a button. */
const PRESS_MS = 120
/** Letters that both lists contain. */
const TYPED = 'Co'

type Size = (typeof SIZES)[number]

interface ViewportRounds {
  size: Size
  rounds: Round[]
}

interface Round extends PageVitals {
  /** Largest paint of the empty page, next in turn: the time that this machine needs to paint anything at all. */
  emptyPaintMs: number
  /** Visits of the page and the empty page, with the share of the cores' wanted time that the host took. */
  visits: readonly Omit<LeastDisturbed<unknown>, 'value'>[]
}

/**
 * Measures largest paint, layout shift and interaction to next paint of a merchant's daily pages, on a slowed-down
 * processor.
 */
export async function measureVitals(bench: PageBenchContext): Promise<Figure[]> {
  return withEmptyPage(bench.folder, async (emptyUrl) => {
    await warmUp(bench, emptyUrl)
    const figures: Figure[] = []
    for (const [name, path] of await pagesOf(bench)) {
      const url = `${bench.instance.webUrl}/${bench.instance.demo.account_slug}${path}`
      await warmUp(bench, url)
      const viewports = SIZES.map((size): ViewportRounds => ({ size, rounds: [] }))
      // The first visit warms the browser up and does not count.
      for (const { size } of viewports) await watch(bench, url, size, { from: emptyUrl, actions: ACTIONS })
      // In turn, so that a slow minute of the machine affects both widths.
      for (let round = 0; round < bench.rounds; round += 1) {
        for (const { size, rounds } of viewports) {
          const visit = await leastDisturbed(() =>
            watch(bench, url, size, { from: emptyUrl, actions: ACTIONS }),
          )
          const empty = await leastDisturbed(() => watch(bench, emptyUrl, size, { from: url, actions: [] }))
          rounds.push({
            ...visit.value,
            emptyPaintMs: empty.value.largestPaintMs,
            visits: [visit, empty].map(({ stolen, tries }) => ({ stolen, tries })),
          })
        }
      }
      figures.push(...figuresOf(name, viewports, browserName(bench.browser)))
    }
    return figures
  })
}

/** Returns the pages that a merchant opens every day, by name and path below the account. */
async function pagesOf(bench: PageBenchContext): Promise<[name: string, path: string][]> {
  const settlement = await newest(bench, '/settlements')
  if (!settlement) throw new Error('The demo has no settlement to open.')
  return [
    ['links', '/links'],
    ['payments', '/payments'],
    ['Home', ''],
    ['balance', '/balance'],
    ['settlement', `/balance/settlements/${settlement}`],
  ]
}

async function warmUp({ browser, owner }: PageBenchContext, url: string): Promise<void> {
  const context = await browser.newContext({ storageState: owner })
  try {
    for (let sent = 0; sent < WARM_UP_REQUESTS; sent += 1) await context.request.get(url)
  } finally {
    await context.close()
  }
}

async function watch(
  { browser, owner }: PageBenchContext,
  url: string,
  viewport: Size,
  visit: { from: string; actions: readonly Action[] },
) {
  const context = await browser.newContext({ storageState: owner, viewport })
  try {
    return await visitPage(await context.newPage(), url, { slowDown: SLOW_DOWN, ...visit })
  } finally {
    await context.close()
  }
}

const content = (page: Page) => page.locator('#content')

/** Actions of a merchant on a page, by pointer and by key. */
const ACTIONS: readonly Action[] = [
  { name: 'next row', run: (page) => pressEach(page, ['j', 'j', 'k']) },
  {
    name: 'tab',
    async run(page) {
      const tab = content(page).locator('nav li a:not([aria-current]):visible').first()
      return (await tab.isVisible()) && press(page, tab)
    },
  },
  {
    name: 'panel',
    async run(page) {
      const opens = content(page).locator('button[aria-haspopup]:visible')
      const explains = content(page).getByRole('button', { name: balance.explain.button, exact: true })
      const button = opens.or(explains).first()
      if (!(await button.isVisible())) return false
      await press(page, button)
      const floating = page.locator('[role=dialog], [role=menu]').first()
      await floating.waitFor()
      await delay(PAUSE_MS)
      await page.keyboard.press('Escape')
      await floating.waitFor({ state: 'hidden' })
      return true
    },
  },
  {
    name: 'search',
    async run(page) {
      const field = content(page).getByRole('searchbox').first()
      if (!(await field.isVisible())) return false
      await field.pressSequentially(TYPED, { delay: PRESS_MS })
      return true
    },
  },
  {
    name: 'palette',
    async run(page) {
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: search.label })
      await field.pressSequentially(TYPED, { delay: PRESS_MS })
      await page.keyboard.press('Escape')
    },
  },
]

/**
 * Presses a target. The pointer is on it before, and only the browser listens: a locator's own click checks for elements
 * that cover it.
 */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  // A page that renders again meanwhile replaces the target.
  await target.waitFor()
  const box = await target.boundingBox()
  if (!box) throw new Error('The target of the pointer is not on the screen.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await delay(PAUSE_MS)
  await page.mouse.down()
  await delay(PRESS_MS)
  await page.mouse.up()
}

async function pressEach(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: PRESS_MS })
}

function figuresOf(name: string, viewports: readonly ViewportRounds[], browser: string): Figure[] {
  const how = `${browser}, a processor slowed down ${SLOW_DOWN} times, a tab that has shown another page, cache empty, a server that has answered ${WARM_UP_REQUESTS} requests, the worse of ${SIZES.map(({ width }) => width).join(' and ')} px${chosenVisits(viewports)}`
  const slowest = ({ actions }: PageVitals) => Math.max(...actions.map(({ ms }) => ms))
  return [
    worst(viewports, ({ largestPaintMs }) => largestPaintMs, {
      name: `${name}, largest paint`,
      unit: 'ms',
      goal: PAINT_GOAL_MS,
      how: `${how}; baseline: the empty client page, in the same rounds`,
      baseline: ({ emptyPaintMs }) => emptyPaintMs,
    }),
    worst(viewports, ({ layoutShift }) => layoutShift, {
      name: `${name}, layout shift`,
      unit: 'shift',
      goal: SHIFT_GOAL,
      how: 'of the same visits; sum over the visit, the actions included',
    }),
    worst(viewports, slowest, {
      name: `${name}, interaction to next paint`,
      unit: 'ms',
      goal: INTERACTION_GOAL_MS,
      how: `of the same visits; the slowest interaction of a visit; medians by action: ${byAction(viewports)}`,
    }),
  ]
}

/** Returns the worse of the widths, each by the median of its rounds. */
function worst(
  viewports: readonly ViewportRounds[],
  read: (round: Round) => number,
  {
    name,
    unit,
    goal,
    how,
    baseline,
  }: Pick<Figure, 'name' | 'unit' | 'how'> & { goal: number; baseline?: (round: Round) => number },
): Figure {
  const sides = viewports.map(({ size: { width }, rounds }) => ({ width, rounds, values: rounds.map(read) }))
  const [first] = sides.sort((a, b) => median(b.values) - median(a.values))
  if (!first) throw new Error('No page was watched.')
  const baselines = baseline ? first.rounds.map(baseline) : null
  const each = sides.map(({ width, values }) => `${width} px ${rounded(median(values))}`).join(', ')
  return {
    name,
    unit,
    ours: median(first.values),
    baseline: baselines && median(baselines),
    ratio: null,
    goal: { kind: 'at_most', value: goal },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: first.values.map((ours, round) => ({ ours, baseline: baselines?.[round] ?? null })),
    how: `${how} (${each})`,
  }
}

/** Returns the part of the description about repeated visits and the stolen time; empty if that is unknown. */
function chosenVisits(viewports: readonly ViewportRounds[]): string {
  const kept = viewports.flatMap(({ rounds }) => rounds.flatMap(({ visits }) => visits))
  const shares = kept.flatMap(({ stolen }) => stolen ?? [])
  if (shares.length === 0) return ''
  const made = kept.reduce((sum, { tries }) => sum + tries, 0)
  const taken = `in the median ${share(median(shares))}, at most ${share(Math.max(...shares))}`
  return `, the ${kept.length} least disturbed of ${made} visits, chosen by what the host took (${taken})`
}

function share(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}

function byAction(viewports: readonly ViewportRounds[]): string {
  return ACTIONS.map(({ name }) => {
    const values = viewports.map(({ rounds }) =>
      median(
        rounds.flatMap(({ actions }) => actions.filter((action) => action.name === name).map(({ ms }) => ms)),
      ),
    )
    const known = values.filter((ms) => !Number.isNaN(ms))
    return known.length > 0 ? `${name} ${Math.max(...known)} ms` : `no ${name}`
  }).join(', ')
}

/** Returns times as whole numbers, and shifts with decimals. */
function rounded(value: number): string {
  return String(Number(value.toFixed(value < 1 ? 3 : 0)))
}
