import type { ReactNode } from 'react'
import { SaveView } from '@/components/list/saved-views/save-view'
import { ViewsMenu } from '@/components/list/saved-views/views-menu'

type Props = {
  /** How many the filters leave, in words; null where they leave none, which the list's place says. */
  count: string | null
  /** What they come to; left out where the filters leave nothing that could come to something. */
  sum?: ReactNode
  /** What a search went over, with and without a find; beside a count only where there is room for most of it. */
  searched?: string | null
  /** The part of that which there is always room for beside the count. */
  searchedShort?: string | null
  /** What can be done with exactly these. */
  children?: ReactNode
}

/** A verb of that line: an icon as wide as a thumb on a phone. */
export const totalsVerb = 'max-sm:-mr-1 max-sm:min-w-11 max-sm:px-0'

/** The line above a list: what its filters leave, and what to do with it. It has room for its verbs, so that none moves the list. */
export function TotalsLine({ count, sum, searched, searchedShort, children }: Props) {
  const parts = [count, sum, searched].filter(Boolean)
  return (
    <div
      data-slice
      className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-muted text-sm sm:flex-nowrap sm:gap-x-4 pointer-coarse:min-h-11 [&:not(:has(p,a,button))]:hidden"
    >
      {parts.length > 0 ? (
        // On a phone the sum breaks before its verbs leave the line, unless it is wider than half of it.
        <p className="relative flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:grow max-sm:basis-36 sm:flex-nowrap sm:whitespace-nowrap">
          {count ? (
            <span className="tnum">
              <span>{count}</span>
              {searchedShort ? <span className="xl:hidden"> · {searchedShort}</span> : null}
            </span>
          ) : null}
          {sum ? (
            <>
              {count ? (
                <span aria-hidden className="max-sm:hidden">
                  ·
                </span>
              ) : null}
              <span className="max-sm:basis-full">{sum}</span>
            </>
          ) : null}
          {searched ? (
            <>
              {count ? (
                <span aria-hidden className="max-xl:hidden">
                  ·
                </span>
              ) : null}
              {/* It never pushes the list down; where it has no room, the reader of a screen has. */}
              <span
                title={searched}
                className={
                  count ? 'min-w-0 truncate max-xl:sr-only' : 'min-w-0 sm:truncate max-sm:basis-full'
                }
              >
                {searched}
              </span>
            </>
          ) : null}
        </p>
      ) : null}
      <div className="-mr-2.5 ml-auto flex shrink-0 items-center empty:hidden">
        <SaveView />
        <ViewsMenu />
        {children}
      </div>
    </div>
  )
}
