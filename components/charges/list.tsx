'use client'

import { useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { type Column, RecordTable, RowLink } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { EmptyState } from '@/components/ui/empty-state'
import type { OpenCase } from '@/lib/dashboard/charges/get-charge'
import { ChargeBadge, chargePath } from './face'

/** Renders the charges whose outcome a person must find out, oldest first. */
export function CasesScreen() {
  const query = useRead('charges/list/open', {})
  const t = useTexts()
  const { shortTime } = useTimes()
  if (!query.data) return <QueryFallback query={query} label={t('charge-cases.loading')} />
  const { cases } = query.data
  if (cases.length === 0)
    return (
      <EmptyState kind="none" title={t('charge-cases.none')}>
        {t('charge-cases.noneHint')}
      </EmptyState>
    )
  const columns: readonly Column<OpenCase>[] = [
    {
      key: 'amount',
      label: t('charges.form.amount'),
      cell: (row) => (
        <RowLink href={chargePath(row)} copies={row.id}>
          <Amount amount={row.amount} currency={row.currency} className="text-lg @2xl:text-base" />
        </RowLink>
      ),
    },
    {
      key: 'state',
      label: t('charges.stateName'),
      card: 'end',
      cell: ({ state }) => <ChargeBadge state={state} plain />,
    },
    { key: 'customer', label: t('charges.review.customer'), cell: (row) => <bdi>{row.customer_name}</bdi> },
    {
      key: 'when',
      label: t('charges.at'),
      card: 'end',
      cell: (row) => shortTime(row.sent_at ?? row.created_at),
    },
  ]
  return <RecordTable label={t('charge-names.cases.title')} columns={columns} rows={cases} />
}
