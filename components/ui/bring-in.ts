/** How much of the neighbour stays in sight beside what was brought in, in pixels. */
const PEEK_PX = 40

/** Scrolls a row sideways, never the page, until one of what it holds stands whole in it. */
export function bringIn(row: HTMLElement, wanted: Element): void {
  const outer = row.getBoundingClientRect()
  const inner = wanted.getBoundingClientRect()
  if (inner.left < outer.left + PEEK_PX) row.scrollLeft -= outer.left + PEEK_PX - inner.left
  else if (inner.right > outer.right - PEEK_PX) row.scrollLeft += inner.right - outer.right + PEEK_PX
}
