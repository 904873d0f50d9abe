'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { scrollRowTo, useMarkedEdges } from '@/components/ui/tabs'

/**
 * Renders the filters of a list in the space beside search and "Clear". On a phone they scroll sideways; elsewhere they wrap,
 * since a mouse cannot scroll such a row.
 */
export function FilterRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const before = useRef<ReadonlyMap<Element, string> | null>(null)
  // A filter that was just set is scrolled into view. Only the rendered row shows which one it is.
  useEffect(() => {
    const now = new Map([...(row.current?.children ?? [])].map((it) => [it, it.textContent ?? '']))
    const known = before.current
    before.current = now
    if (!row.current || !known) return
    const changed = [...now].filter(([it, text]) => known.get(it) !== text).map(([it]) => it)
    const set = changed.find((it) => it instanceof HTMLElement && it.dataset.set !== undefined)
    if (set) scrollRowTo(row.current, set)
    else if (changed.length > 0 || known.size !== now.size) row.current.scrollLeft = 0
  })
  useMarkedEdges(row)
  return (
    <div
      ref={row}
      data-filter-row
      // The row is above the scrim of an open filter, so another filter opens with one press.
      className="fade-edges -my-1 -ml-4 flex min-w-0 flex-1 scroll-px-8 items-center gap-2 overflow-x-auto py-1 pl-4 last:-mr-4 last:pr-4 max-sm:*:shrink-0 max-sm:*:flex-nowrap [scrollbar-width:none] sm:mask-none sm:m-0 sm:flex-wrap sm:overflow-visible sm:relative sm:[@media(height>=34rem)]:has-[[aria-expanded=true]]:z-45 sm:px-0 sm:py-0 sm:pointer-fine:py-px sm:last:m-0 sm:last:px-0 [&::-webkit-scrollbar]:hidden"
    >
      {children}
    </div>
  )
}
