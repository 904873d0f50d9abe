'use client'

import { read, useRead } from '@/components/data/read'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { useAccount } from '@/components/navigation/use-go'
import { settlementStatuses } from '@/lib/contract/states'
import type { SettlementFilter } from '@/lib/dashboard/schema/settlement'
import { settlements } from '@/lib/messages/settlements'
import { monthFilter } from './month-filter'
import { settlementColumns, settlementRow } from './settlement-columns'

type Props = {
  filter: SettlementFilter
  /** Creation time of the oldest settlement; null without one. */
  firstAt: string | null
}

/** Renders the settlements below the balance. A debt is excluded from totals, because the next net contains it. */
export function SettlementsScreen({ filter, firstAt }: Props) {
  const settings = useLocale()
  const account = useAccount()
  const query = useRead('settlements/list', filter)
  const totals = useTotals(query.data, read(account, 'settlements/totals', filter))
  return (
    <section aria-label={settlements.title} className="flex flex-col gap-3">
      <h2 className="text-lg">{settlements.title}</h2>
      <ListScreen
        path="/balance"
        filter={filter}
        query={query}
        totals={totals}
        statuses={settlementStatuses}
        tabTitles={settlements.meaning}
        columns={settlementColumns(settings)}
        rowProps={settlementRow}
        filters={[monthFilter({ firstAt, ...settings }, filter.month)]}
        messages={settlements}
        sumLabel={filter.status === 'DEBT' ? null : settlements.toBank}
        emptyAction={null}
      />
    </section>
  )
}
