'use client'

import { useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMarkedEdges } from '@/components/ui/use-marked-edges'

/**
 * The filters of a list. Up to a wide desk one row that scrolls sideways, from a tablet on beside the search, so that the
 * list begins where it does without any; else they wrap among what stands beside them.
 */
export function FilterRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const filters = useSearchParams().toString()
  // What was just set stands first, and is seen.
  useEffect(() => {
    if (filters) row.current?.scrollTo({ left: 0 })
  }, [filters])
  useMarkedEdges(row)
  return (
    <div
      ref={row}
      data-filter-row
      className="fade-edges -mx-4 -my-1 flex scroll-px-8 items-center gap-2 overflow-x-auto px-4 py-1 *:shrink-0 *:flex-nowrap [scrollbar-width:none] max-sm:w-screen sm:last:-mr-5 sm:-ml-1 sm:mr-0 sm:min-w-0 sm:flex-1 sm:pr-3 sm:last:pr-5 sm:pl-1 xl:contents [&::-webkit-scrollbar]:hidden"
    >
      {children}
    </div>
  )
}
