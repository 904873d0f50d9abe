import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import type { KnownTotals } from '@/components/data/use-totals'
import { type Column, RecordTable, type RowProps } from '@/components/list/columns'
import { InlineLink } from '@/components/navigation/link-looks'
import { useLocale } from '@/components/texts/texts-provider'
import { Card } from '@/components/ui/card'
import type { ListPage } from '@/lib/dashboard/reads/list'
import { numberFormat } from '@/lib/domain/formatters'

const SHOWN_MAX = 8

type Props<Row> = {
  title: string
  query: UseQueryResult<ListPage<Row>>
  totals: KnownTotals
  allHref: string
  allLabel: (count: string) => string
  /** Label of the link to the list without a count. */
  allUncounted: string
  loading: string
  columns: readonly Column<Row>[]
  rowProps?: RowProps<Row>
  empty: ReactNode
}

export function RelatedList<Row extends { id: string }>(props: Props<Row>) {
  const { title, query, totals, allHref, allLabel, allUncounted, loading, columns, rowProps, empty } = props
  const { locale } = useLocale()
  const shown = query.data?.data.length ?? 0
  return (
    <Card
      title={title}
      action={
        Math.max(shown, totals?.count ?? 0) > SHOWN_MAX ? (
          <InlineLink className="text-sm" href={allHref}>
            {totals ? allLabel(numberFormat(locale).format(totals.count)) : allUncounted}
          </InlineLink>
        ) : undefined
      }
    >
      {query.data ? (
        query.data.data.length > 0 ? (
          <div className={inset}>
            <RecordTable
              label={title}
              columns={columns}
              rows={query.data.data.slice(0, SHOWN_MAX)}
              className={flat}
              rowProps={rowProps}
            />
          </div>
        ) : (
          empty
        )
      ) : (
        <QueryFallback query={query} label={loading} rows={3} />
      )}
    </Card>
  )
}

/** Extends the rows to the edges of the card. */
const inset = '-mx-4 -mb-4 sm:-mx-5 sm:-mb-5'
/** Removes the frame of the table and of its cards within the card. */
const flat =
  '@2xl:bg-transparent @2xl:shadow-none **:[tbody]:gap-0 **:[tr]:rounded-none **:[tr]:shadow-none **:[tr]:border-t **:[tr]:border-border/70 @2xl:**:[tr]:border-t-0 **:[tr]:px-4 @2xl:**:[tr]:px-0 last:**:[tr]:rounded-b-lg'
