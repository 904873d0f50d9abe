import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { numberFormat } from '@/lib/domain/formatters'

type Props = {
  /** Cursor of this page; undefined on the newest. */
  cursor: string | undefined
  page: {
    data: readonly unknown[]
    next_cursor: string | null
    /** Absent in lists without a previous page. */
    newer_cursor?: string | null
  }
  /** Absent if the rows are not counted. */
  totals?: { from: number; count: number }
  /** Returns the address of the list at a cursor, or from its start. */
  hrefOf: (cursor: string | undefined) => string
}

/** Renders the range of rows and links to the previous, next and first page. Nothing if all rows are shown. */
export function Pager({ cursor, page, totals, hrefOf }: Props) {
  const t = useTexts()
  const { next_cursor: older, newer_cursor: newer } = page
  if (cursor === undefined && !older) return null
  return (
    <nav aria-label={t('common.pages')} className="flex flex-wrap items-center justify-end gap-2">
      {totals && page.data.length > 0 ? <Range rows={page.data.length} {...totals} /> : null}
      {/* One button is enough if the previous page is the first. */}
      {cursor !== undefined && newer !== null ? (
        <ButtonLink size="sm" variant="quiet" Icon={ChevronsLeft} href={hrefOf(undefined)}>
          {t('common.newest')}
        </ButtonLink>
      ) : null}
      {cursor !== undefined && newer !== undefined ? (
        <ButtonLink size="sm" Icon={ChevronLeft} href={hrefOf(newer ?? undefined)}>
          {t('common.newer')}
        </ButtonLink>
      ) : null}
      {older ? (
        <ButtonLink size="sm" href={hrefOf(older)}>
          {t('common.older')}
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      ) : null}
    </nav>
  )
}

/** Renders `81–100 of 2,010`. */
function Range({ rows, from, count }: { rows: number; from: number; count: number }) {
  const t = useTexts()
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const to = from + rows - 1
  // Rows may have arrived since the count.
  const total = Math.max(count, to)
  return (
    <p className="tnum mr-auto text-muted text-sm">
      {t('common.range', { from: number.format(from), to: number.format(to), total: number.format(total) })}
    </p>
  )
}
