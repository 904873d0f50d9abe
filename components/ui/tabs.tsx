'use client'

import { Root as Slot, Slottable } from 'radix-ui/slot'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/lib/ui/cn'
import { bringIn } from './bring-in'
import { useMarkedEdges } from './use-marked-edges'

/** A row of links that each show one slice of a list; the slice lives in the URL, so these are links, not tabs. */
export function TabRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<Element | null>(null)

  // After each render, because the current link may be another one; while it is the same, a scroll by hand stands.
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]') ?? null
    if (row.current && current && current !== shown.current) bringIn(row.current, current)
    shown.current = current
  })

  useMarkedEdges(row)

  return (
    <nav
      ref={row}
      aria-label={label}
      className="fade-edges -mx-4 scroll-px-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 [&::-webkit-scrollbar]:hidden"
    >
      <ul className="flex min-w-max gap-1 border-b">{children}</ul>
    </nav>
  )
}

/** One slice: `children` is a link, `count` how many it holds (null while unknown). */
export function TabLink({
  current,
  count,
  children,
}: {
  current: boolean
  count?: string | null
  children: ReactNode
}) {
  return (
    <li>
      <Slot
        aria-current={current ? 'page' : undefined}
        className={cn(
          'hit -mb-px inline-flex items-center gap-1.5 border-transparent border-b-2 px-2.5 pb-0.5 font-medium text-base text-muted hover:text-text',
          'focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-text',
        )}
      >
        <Slottable>{children}</Slottable>
        {count === undefined || count === null ? null : (
          <span className="tnum rounded-sm bg-sunken px-1.5 font-normal text-muted text-xs">{count}</span>
        )}
      </Slot>
    </li>
  )
}
