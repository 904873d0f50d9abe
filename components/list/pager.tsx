'use client'

import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { numberFormat } from '@/lib/contract/formatters'
import { common } from '@/lib/messages/common'

type Props = {
  /** The cursor of the page that is shown; undefined on the newest. */
  cursor: string | undefined
  page: {
    data: readonly unknown[]
    next_cursor: string | null
    /** Left out by lists that only lead on and to the start. */
    newer_cursor?: string | null
  }
  /** Left out where the rows are not counted. */
  totals?: { from: number; count: number }
  /** The list at a cursor, or from its start. */
  hrefOf: (cursor: string | undefined) => string
}

/** Keyset pages: which rows of how many, one page back or on, and the start. Nothing where all rows are shown. */
export function Pager({ cursor, page, totals, hrefOf }: Props) {
  const { next_cursor: older, newer_cursor: newer } = page
  if (cursor === undefined && !older) return null
  return (
    <nav aria-label={common.pages} className="flex flex-wrap items-center justify-end gap-2">
      {totals && page.data.length > 0 ? <Range rows={page.data.length} {...totals} /> : null}
      {/* Where the page before is the start itself, one button says it. */}
      {cursor !== undefined && newer !== null ? (
        <Button asChild size="sm" variant="quiet" icon={<ChevronsLeft aria-hidden className="size-4" />}>
          <PageLink href={hrefOf(undefined)}>{common.newest}</PageLink>
        </Button>
      ) : null}
      {cursor !== undefined && newer !== undefined ? (
        <Button asChild size="sm" icon={<ChevronLeft aria-hidden className="size-4" />}>
          <PageLink href={hrefOf(newer ?? undefined)}>{common.newer}</PageLink>
        </Button>
      ) : null}
      {older ? (
        <Button asChild size="sm">
          <PageLink href={hrefOf(older)}>
            {common.older}
            <ChevronRight aria-hidden className="size-4" />
          </PageLink>
        </Button>
      ) : null}
    </nav>
  )
}

/** `81–100 of 2,010`. */
function Range({ rows, from, count }: { rows: number; from: number; count: number }) {
  const { locale } = usePlace()
  const number = numberFormat(locale)
  const to = from + rows - 1
  // Rows may have come since they were counted.
  const total = Math.max(count, to)
  return (
    <p className="tnum mr-auto text-muted text-sm">
      {common.range(number.format(from), number.format(to), number.format(total))}
    </p>
  )
}
