'use client'

import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { type Column, RecordTable, RowLink } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { shortTime } from '@/components/time/format-time'
import { EmptyState } from '@/components/ui/empty-state'
import type { OpenCase } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import { ChargeBadge, chargePath } from './face'

/** Renders the charges whose outcome a person must find out, oldest first. */
export function CasesScreen() {
  const query = useRead('charges/list/open', {})
  const { timeZone, now } = useLocale()
  if (!query.data) return <QueryFallback query={query} label={charges.cases.loading} />
  const { cases } = query.data
  if (cases.length === 0)
    return (
      <EmptyState kind="none" title={charges.cases.none}>
        {charges.cases.noneHint}
      </EmptyState>
    )
  const columns: readonly Column<OpenCase>[] = [
    {
      key: 'amount',
      label: charges.form.amount,
      cell: (row) => (
        <RowLink href={chargePath(row)} copies={row.id}>
          <Amount amount={row.amount} currency={row.currency} className="text-lg @2xl:text-base" />
        </RowLink>
      ),
    },
    {
      key: 'state',
      label: charges.cases.state,
      card: 'end',
      cell: ({ state }) => <ChargeBadge state={state} plain />,
    },
    { key: 'customer', label: charges.review.customer, cell: (row) => <bdi>{row.customer_name}</bdi> },
    {
      key: 'when',
      label: charges.at,
      card: 'end',
      cell: (row) => shortTime(row.sent_at ?? row.created_at, timeZone, now),
    },
  ]
  return <RecordTable label={charges.cases.title} columns={columns} rows={cases} />
}
