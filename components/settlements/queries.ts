import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { ListCount } from '@/lib/dashboard/schema/list'
import type { SettlementDetail, SettlementFilter, SettlementsPage } from '@/lib/dashboard/schema/settlement'

/** One page of settlements. */
export function settlementsQuery(account: string, filter: SettlementFilter) {
  return queryOptions({
    queryKey: [account, 'settlements', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<SettlementsPage>(`/${account}/balance/settlements/data${queryString(filter)}`, signal),
  })
}

/** The totals of that list, where its page has none. No `list`, which changes refresh: these have a clock of their own. */
export function settlementTotalsQuery(account: string, filter: SettlementFilter) {
  return queryOptions({
    queryKey: [account, 'settlements', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/balance/settlements/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** One settlement with the webhooks received about it. */
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
