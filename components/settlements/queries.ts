import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { ListCount } from '@/lib/dashboard/schema/list'
import type { SettlementDetail, SettlementFilter, SettlementsPage } from '@/lib/dashboard/schema/settlement'

/** Returns the query of one page of settlements. */
export function settlementsQuery(account: string, filter: SettlementFilter) {
  return queryOptions({
    queryKey: [account, 'settlements', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<SettlementsPage>(`/${account}/balance/settlements/data${queryString(filter)}`, signal),
  })
}

/**
 * Returns the query of that list's totals, for a page without them. Its key is not one of a list, so totals are refreshed
 * on their own schedule.
 */
export function settlementTotalsQuery(account: string, filter: SettlementFilter) {
  return queryOptions({
    queryKey: [account, 'settlements', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/balance/settlements/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** Returns the query of one settlement with the webhooks received about it. */
export function settlementQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'settlements', 'detail', id] as const,
    queryFn: ({ signal }) => fetchJson<SettlementDetail>(`/${account}${settlementHref({ id })}/data`, signal),
  })
}

/** Returns the address of a settlement's page. */
export function settlementHref({ id }: { id: string }): string {
  return `/balance/settlements/${encodeURIComponent(id)}`
}
