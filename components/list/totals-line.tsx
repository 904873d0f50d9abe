import type { ReactNode } from 'react'
import { SaveView } from '@/components/list/saved-views/save-view'
import { ViewsMenu } from '@/components/list/saved-views/views-menu'

type Props = {
  /** Sentence about the number of matches; null without any, which the empty list shows. */
  count: string | null
  /** Sum of the matches, if any. */
  sum?: ReactNode
  /** Sentence about the searched fields; beside a count only if most of it fits. */
  searched?: string | null
  /** Short form of `searched`, which always fits beside the count. */
  searchedShort?: string | null
  /** Actions on exactly these rows. */
  children?: ReactNode
}

/** Class of an action on the line: an icon with a touch target on a phone. */
export const totalsAction = 'max-sm:-mr-1 max-sm:min-w-11 max-sm:px-0'

/** Renders the line above a list: count, sum and actions. It reserves the height of the actions, which keeps the list in position. */
export function TotalsLine({ count, sum, searched, searchedShort, children }: Props) {
  const parts = [count, sum, searched].filter(Boolean)
  return (
    <div
      data-slice
      className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-muted text-sm sm:flex-nowrap sm:gap-x-4 pointer-coarse:min-h-11 [&:not(:has(p,a,button))]:hidden"
    >
      {parts.length > 0 ? (
        // The sum wraps before the actions do on a phone, unless it is wider than half of the line.
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
              {/* The sentence never moves the list. Without space it is for screen readers only. */}
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
