'use client'

import { Root as Slot, Slottable } from '@radix-ui/react-slot'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/lib/ui/cn'
import { bringIn } from './bring-in'
import { useMarkedEdges } from './use-marked-edges'

/** A row of links that each show one slice of a list; the slice lives in the URL, so these are links, not tabs. */
export function TabRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const shown = useRef<{ link: Element; letters: number } | null>(null)

  // After each render, because the current link may be another one, or counts that came push it out; else a scroll by
  // hand stands.
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current]')
    if (!row.current || !link) return
    const letters = row.current.textContent?.length ?? 0
    if (link !== shown.current?.link || letters > shown.current.letters) bringIn(row.current, link)
    shown.current = { link, letters }
  })

  useMarkedEdges(row)

  return (
    <nav
      ref={row}
      data-places
      aria-label={label}
      className="fade-edges -mx-4 scroll-px-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 [&::-webkit-scrollbar]:hidden"
    >
      <ul className="flex min-w-max gap-1 border-b">{children}</ul>
    </nav>
  )
}

/** Room of a count that is under way: that of a long one, so that few tabs move when it comes. */
const PENDING = '00,000'

/** One slice: `children` is a link, `count` how many it holds (null where that stays unknown). */
export function TabLink({
  current,
  count,
  children,
}: {
  current: boolean
  count?: string | 'pending' | null
  children: ReactNode
}) {
  return (
    <li>
      <Slot
        aria-current={current ? 'page' : undefined}
        className={cn(
          'hit -mb-px inline-flex items-center gap-1.5 border-transparent border-b-2 px-2.5 pb-0.5 font-medium text-base text-muted hover:text-text',
          'focus-visible:-outline-offset-2 here:border-accent here:text-text',
        )}
      >
        <Slottable>{children}</Slottable>
        {count === undefined || count === null ? null : (
          <span className="tnum rounded-sm bg-sunken px-1.5 font-normal text-muted text-xs">
            {count === 'pending' ? (
              <span aria-hidden className="invisible">
                {PENDING}
              </span>
            ) : (
              count
            )}
          </span>
        )}
      </Slot>
    </li>
  )
}
