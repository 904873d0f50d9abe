import { expect, type Locator, type Page } from '@playwright/test'

/** What a page does wrong with its room, one line a find; runs inside the page. */
function findLayoutFaults(): string[] {
  const faults: string[] = []
  /** By what is wrong and with which classes: one place in the code is one line, with how often it shows. */
  const places = new Map<string, { example: string; count: number }>()
  const room = document.documentElement
  // Rounding of fractions of a pixel is no fault.
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
  /** Whoever cannot read the end of a text is told it by a title, on the text or around it. */
  const toldWhole = (element: Element) =>
    element.closest('[title]') !== null || element.querySelector('[title]') !== null

  type Line = { element: Element; rect: DOMRect; fixed: boolean }
  const lines: Line[] = []
  const told = new Set<Element>()
  const report = (element: Element, what: string) => {
    if (told.has(element)) return
    told.add(element)
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
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
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
        else if (!toldWhole(above)) report(above, 'shortened, and nowhere whole')
        hidden = true
      }
      if (!scrolls(style.overflowY) && clips(style.overflowY) && box.bottom > rect.bottom + 4 * SLACK) {
        const clamped = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== ''
        if (!clamped) report(above, 'cut at the bottom')
        else if (!toldWhole(above)) report(above, 'clamped, and nowhere whole')
        hidden = true
      }
    }
    if (hidden) continue
    if (!scrollable && (box.right > room.clientWidth + SLACK || box.left < -SLACK))
      report(element, 'outside the screen')
    // What begins with a Latin letter is a sentence of ours, or has its direction by that letter.
    const [letter = ''] = text.match(/\p{L}/u) ?? []
    const alone = element.closest('[aria-hidden="true"]') !== null
    if (/[\u0590-\u08ff]/.test(letter) && !alone && !element.closest('bdi, [dir="auto"], [dir="rtl"]'))
      report(element, 'right-to-left text that may turn its row around')
    if (!scrollable) for (const rect of range.getClientRects()) lines.push({ element, rect, fixed })
  }

  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (one.fixed || other.fixed || one.element === other.element) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      const lower = Math.min(one.rect.height, other.rect.height)
      if (across > 3 && down > lower * 0.45) report(one.element, `lies over ${kindOf(other.element)}`)
    }
  }

  for (const table of document.querySelectorAll('table')) {
    // A chart's figures stand in a table for those who do not see the chart.
    if (hidesItself(table) || (table.parentElement && hidesItself(table.parentElement))) continue
    const edges = new Map<number, Set<number>>()
    for (const amount of table.querySelectorAll('td bdi.tnum, td bdi.tabular-nums')) {
      const cell = amount.closest('td')
      // Cards on a phone have no columns, and an amount in a sentence stands in none.
      if (!cell || amount.closest('p') || getComputedStyle(cell).display !== 'table-cell') continue
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

/** Fails when the page scrolls sideways, cuts text that is nowhere whole, lays text over text, or lets a text turn a row around. */
export async function expectRoom(page: Page, what: string): Promise<void> {
  // A change of size is laid out in the frame after the next one.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect.soft(await page.evaluate(findLayoutFaults), what).toEqual([])
}

/** The words of the page that lie where the button does. */
export async function wordsUnder(button: Locator): Promise<string[]> {
  return button.evaluate((pill) => {
    const over = pill.getBoundingClientRect()
    const under: string[] = []
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (pill.contains(node) || node.parentElement?.closest('.sr-only, .record-time > time')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects())
        if (box.right > over.left && box.left < over.right && box.bottom > over.top && box.top < over.bottom)
          under.push(node.textContent ?? '')
    }
    return under
  })
}

/**
 * Where the first row of the list stands, found and measured in one step: between the two another journey's payment may
 * come in above the row that was found.
 */
export async function firstRowBox(
  page: Page,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.evaluate(() => {
    const row = document.querySelector('#content a[data-row]')?.closest('tr')
    return row ? (row.getBoundingClientRect().toJSON() as DOMRect) : null
  })
  if (!box) throw new Error('no list has a row')
  const { x, y, width, height } = box
  return { x, y, width, height }
}

/**
 * Where a part of a panel stands once the panel has come to its place: before, it is measured above the screen, where it
 * waits to be placed, or smaller than it will be.
 */
export async function restingBox(part: Locator) {
  await expect(part).toBeInViewport()
  await part.evaluate(() => {
    // What turns while something is under way, what is halted, and what a scroll drives come to no end by themselves.
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
