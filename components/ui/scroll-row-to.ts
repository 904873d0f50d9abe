/** Visible width of the adjacent element after scrolling, pixels. */
const PEEK_PX = 40

/** Scrolls a row sideways, but never the page, until the wanted element is fully visible. */
export function scrollRowTo(row: HTMLElement, wanted: Element): void {
  const outer = row.getBoundingClientRect()
  const inner = wanted.getBoundingClientRect()
  if (inner.left < outer.left + PEEK_PX) row.scrollLeft -= outer.left + PEEK_PX - inner.left
  else if (inner.right > outer.right - PEEK_PX) row.scrollLeft += inner.right - outer.right + PEEK_PX
}
