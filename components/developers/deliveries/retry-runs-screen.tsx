'use client'

import { type Column, RecordTable, RowLink } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { RowTime } from '@/components/time/row-time'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { retryRunStates } from '@/lib/contract/deliveries'
import type { RetryRun } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { retryRuns as copy } from '@/lib/messages/developer-deliveries'

const hrefOf = ({ id }: RetryRun) => `/developers/deliveries/runs/${id}`

/** Renders the newest bulk retries of the account. */
export function RetryRunsScreen({ runs }: { runs: readonly RetryRun[] }) {
  const format = numberFormat(useLocale().locale)
  const columns: readonly Column<RetryRun>[] = [
    {
      key: 'total',
      label: copy.title,
      cell: (run) => (
        <RowLink href={hrefOf(run)} copies={run.id}>
          {copy.titleOf(format.format(run.total))}
        </RowLink>
      ),
    },
    {
      key: 'status',
      label: copy.columns.result,
      card: 'end',
      width: 'w-32',
      cell: ({ status }) => <Badge tone={retryRunStates[status].tone}>{copy.status[status]}</Badge>,
    },
    {
      key: 'queued',
      label: copy.queued,
      width: 'w-36',
      className: 'tnum text-muted text-sm',
      cell: ({ queued, total }) => copy.progressText(format.format(queued), format.format(total)),
    },
    {
      key: 'started',
      label: copy.started,
      align: 'end',
      card: 'end',
      width: 'w-36',
      className: 'text-muted text-sm',
      cell: (run) => <RowTime iso={run.created_at} href={hrefOf(run)} />,
    },
  ]
  return runs.length > 0 ? (
    <RecordTable label={copy.listTitle} columns={columns} rows={runs} />
  ) : (
    <EmptyState kind="none" title={copy.listEmpty}>
      {copy.listEmptyHint}
    </EmptyState>
  )
}
