import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cn } from '@/lib/ui/cn'

type RowProps = {
  label: string
  /** True for chips, below another row of tabs. */
  chips?: boolean
  children: ReactNode
}

/** Renders a row of links to subsets of a list. The subset is in the URL, so these are links, not tabs. */
export function TabRow({ label, chips = false, children }: RowProps) {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<{ link: Element; letters: number } | null>(null)

  // The effect runs after each render: the current link may have changed or moved. Otherwise a manual scroll
  // is kept.
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current]')
    if (!row.current || !link) return
    const letters = row.current.textContent?.length ?? 0
    if (link !== shown.current?.link || letters > shown.current.letters) scrollRowTo(row.current, link)
    shown.current = { link, letters }
  })

  useMarkedEdges(row)

  return (
    <nav
      ref={row}
      data-places
      data-chips={chips || undefined}
      aria-label={label}
      className="group/tabs fade-edges -mx-4 scroll-px-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 [&::-webkit-scrollbar]:hidden"
    >
      <ul className={cn('flex min-w-max gap-1', !chips && 'border-b')}>{children}</ul>
    </nav>
  )
}

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
