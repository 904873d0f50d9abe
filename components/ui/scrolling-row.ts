'use client'

import { type RefObject, useEffect } from 'react'

/** Sets `data-before` and `data-after` on a scrolling row that continues there, for `fade-edges`. */
export function useMarkedEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft)
      element.toggleAttribute('data-before', Math.abs(element.scrollLeft) > 1)
      element.toggleAttribute('data-after', rest > 1)
    }
    const sizes = new ResizeObserver(look)
    const watch = () => {
      for (const child of [element, ...element.children]) sizes.observe(child)
      look()
    }
    watch()
    const children = new MutationObserver(watch)
    children.observe(element, { childList: true })
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [row])
}

/** Visible width of the adjacent element after scrolling, pixels. */
const PEEK_PX = 40

/** Scrolls a row sideways, but never the page, until the wanted element is fully visible. */
export function scrollRowTo(row: HTMLElement, wanted: Element): void {
  const outer = row.getBoundingClientRect()
  const inner = wanted.getBoundingClientRect()
  if (inner.left < outer.left + PEEK_PX) row.scrollLeft -= outer.left + PEEK_PX - inner.left
  else if (inner.right > outer.right - PEEK_PX) row.scrollLeft += inner.right - outer.right + PEEK_PX
}
