import { expect, type Locator, type Page } from '@playwright/test'
import { nextFrames } from './open-page'

const SETTLE_TIMEOUT_MS = 5_000

/** Returns the layout faults of a page, one line for each; runs inside the page. */
function findLayoutFaults(): string[] {
  const faults: string[] = []
  /** Faults by kind and classes: one line per source location, with its count. */
  const places = new Map<string, { example: string; count: number }>()
  const room = document.documentElement
  // Fractions of a pixel are rounded.
  const SLACK = 1.5

  const sideways = room.scrollWidth - room.clientWidth
  if (sideways > 0) faults.push(`scrolls sideways by ${sideways} px`)

  const kindOf = (element: Element) => {
    const classes = String(element.getAttribute('class') ?? '').slice(0, 60)
    return `<${element.tagName.toLowerCase()} class="${classes}">`
  }
  const textOf = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
  const hidesItself = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const { clipPath, clip, position } = getComputedStyle(element)
    return (
      width <= 1 || height <= 1 || clipPath === 'inset(50%)' || (position === 'absolute' && clip !== 'auto')
    )
  }
  const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  /** A truncated text has a title with the full text, on itself or around it. */
  const hasTitle = (element: Element) =>
    element.closest('[title]') !== null || element.querySelector('[title]') !== null

  // The browser skips the layout of off-screen rows, and their measurements may be those of another width.
  const isShown = (element: Element) =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    })

  type Line = { element: Element; rect: DOMRect; fixed: boolean }
  const lines: Line[] = []
  const reported = new Set<Element>()
  const report = (element: Element, what: string) => {
    if (reported.has(element)) return
    reported.add(element)
    const place = `${what}: ${kindOf(element)}`
    const known = places.get(place)
    places.set(place, { example: known?.example ?? textOf(element), count: (known?.count ?? 0) + 1 })
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || text.trim() === '' || element.closest('script, style, noscript, option, svg, textarea'))
      continue
    if (!isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue

    let [hidden, scrollable, fixed] = [false, false, false]
    for (let above: Element | null = element; above && above !== document.body; above = above.parentElement) {
      if (hidesItself(above)) hidden = true
      const style = getComputedStyle(above)
      if (style.position === 'fixed' || style.position === 'sticky') fixed = true
      if (hidden || scrollable) continue
      const rect = above.getBoundingClientRect()
      if (scrolls(style.overflowX)) scrollable = true
      else if (clips(style.overflowX) && (box.right > rect.right + SLACK || box.left < rect.left - SLACK)) {
        if (style.textOverflow !== 'ellipsis') report(above, 'cut without a mark')
        else if (!hasTitle(above)) report(above, 'shortened, and nowhere whole')
        hidden = true
      }
      if (!scrolls(style.overflowY) && clips(style.overflowY) && box.bottom > rect.bottom + 4 * SLACK) {
        const clamped = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== ''
        if (!clamped) report(above, 'cut at the bottom')
        else if (!hasTitle(above)) report(above, 'clamped, and nowhere whole')
        hidden = true
      }
    }
    if (hidden) continue
    if (!scrollable && (box.right > room.clientWidth + SLACK || box.left < -SLACK))
      report(element, 'outside the screen')
    // The first letter, if Latin, determines the direction of a text.
    const [letter = ''] = text.match(/\p{L}/u) ?? []
    const alone = element.closest('[aria-hidden="true"]') !== null
    if (/[\u0590-\u08ff]/.test(letter) && !alone && !element.closest('bdi, [dir="auto"], [dir="rtl"]'))
      report(element, 'right-to-left text that may turn its row around')
    if (!scrollable) for (const rect of range.getClientRects()) lines.push({ element, rect, fixed })
  }

  lines.sort((one, other) => one.rect.top - other.rect.top)
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next += 1) {
      const other = lines[next]
      if (!other || other.rect.top >= one.rect.bottom) break
      if (one.fixed || other.fixed || one.element === other.element) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      const lower = Math.min(one.rect.height, other.rect.height)
      if (across > 3 && down > lower * 0.45) report(one.element, `lies over ${kindOf(other.element)}`)
    }
  }

  for (const table of document.querySelectorAll('table')) {
    // The figures of a chart are in a hidden table.
    if (hidesItself(table) || (table.parentElement && hidesItself(table.parentElement))) continue
    const edges = new Map<number, Set<number>>()
    for (const amount of table.querySelectorAll('td bdi.tnum, td bdi.tabular-nums')) {
      const cell = amount.closest('td')
      // Cards on a phone have no columns, and an amount in a sentence is not in a column.
      if (!cell || !isShown(amount) || amount.closest('p')) continue
      if (getComputedStyle(cell).display !== 'table-cell') continue
      const known = edges.get(cell.cellIndex) ?? new Set()
      edges.set(cell.cellIndex, known.add(Math.round(amount.getBoundingClientRect().right)))
    }
    for (const [column, places] of edges)
      if (Math.max(...places) - Math.min(...places) > SLACK)
        faults.push(`amounts of column ${column} end at ${[...places].join(', ')} px`)
    for (const row of table.querySelectorAll('tr'))
      if (getComputedStyle(row).direction !== 'ltr') report(row, 'a row runs from right to left')
  }
  for (const [place, { example, count }] of places)
    faults.push(`${place} “${example}”${count > 1 ? ` and ${count - 1} more` : ''}`)
  return faults
}

/**
 * Fails if the page scrolls sideways, cuts a text without a title, overlaps texts, or reverses a row by a right-to-left
 * text.
 */
export async function expectNoLayoutFaults(page: Page, subject: string): Promise<void> {
  await nextFrames(page)
  // On a busy machine a component that renders by width may update late.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findLayoutFaults), { message: subject, timeout: SETTLE_TIMEOUT_MS })
    .toEqual([])
}

/** Returns the box of a part of a panel once the panel has stopped moving. */
export async function settledBox(part: Locator) {
  await expect(part).toBeInViewport()
  await part.evaluate(() => {
    // Spinners, paused animations and scroll-driven ones never end.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === 'running' &&
          timeline === document.timeline &&
          Number.isFinite(effect?.getComputedTiming().endTime),
      )
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
  return part.boundingBox()
}
