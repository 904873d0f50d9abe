import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { BankPeriod, PaidSettlements } from '@/lib/dashboard/schema/bank-match'

/** Returns the query of the settlements that were paid around a period. */
export function paidSettlementsQuery(account: string, period: BankPeriod | null) {
  return queryOptions({
    queryKey: [account, 'settlements', 'list', 'paid', period] as const,
    queryFn: ({ signal }) =>
      fetchJson<PaidSettlements>(`/${account}/balance/match/data${queryString(period ?? {})}`, signal),
    enabled: period !== null,
  })
}
