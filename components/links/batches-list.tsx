'use client'

import Link from 'next/link'
import { usePlace } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { linkBatches } from '@/lib/messages/link-batches'
import type { BatchProgress } from './batch-shapes'

/** The last tables, so that one that was left is found again. */
export function BatchesList({ batches }: { batches: readonly BatchProgress[] }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const { progress, recent } = linkBatches
  return (
    <Card title={recent} className="max-w-2xl">
      <ul className="flex flex-col">
        {batches.map((batch) => (
          <li
            key={batch.id}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-border/70 border-t py-2 first:border-t-0"
          >
            <Link
              href={`/links/import/${encodeURIComponent(batch.id)}`}
              dir="auto"
              className="wrap-anywhere min-w-0 font-medium underline underline-offset-2"
            >
              {batch.name}
            </Link>
            <span className="tnum text-muted text-sm">
              {progress.state[batch.state]},{' '}
              {progress.bar(number.format(batch.done + batch.failed), number.format(batch.total))},{' '}
              <DateTime iso={batch.created_at} variant="row" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
