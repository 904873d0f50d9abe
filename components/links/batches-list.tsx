'use client'

import Link from 'next/link'
import { usePlace } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { linkBatches } from '@/lib/messages/link-batches'
import type { BatchProgress } from './batch-shapes'

/** The last tables, so that one that was left is found again. */
export function BatchesList({ batches }: { batches: readonly BatchProgress[] }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const { progress, recent } = linkBatches
  return (
    <Card title={recent}>
      <ul className="flex flex-col">
        {batches.map((batch) => (
          <li
            key={batch.id}
            className="relative -mx-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-md px-2 py-2 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_7rem_11rem_7.5rem]"
          >
            <Link
              href={`/links/import/${encodeURIComponent(batch.id)}`}
              dir="auto"
              title={batch.name}
              className="hit flex min-w-0 items-center font-medium after:absolute after:inset-0 after:content-['']"
            >
              <span className="min-w-0 truncate">{batch.name}</span>
            </Link>
            <span>
              <Badge tone={tones[batch.state]}>{progress.state[batch.state]}</Badge>
            </span>
            <span className="tnum text-muted text-sm">
              {progress.bar(number.format(batch.done + batch.failed), number.format(batch.total))}
            </span>
            <DateTime iso={batch.created_at} variant="row" className="text-right text-muted text-sm" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const tones = {
  QUEUED: 'neutral',
  RUNNING: 'neutral',
  STOPPED: 'warning',
  DONE: 'success',
} as const satisfies Record<BatchProgress['state'], Tone>
