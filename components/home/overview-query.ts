import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import type { Overview, UnpaidCount } from '@/lib/dashboard/schema/overview'

/**
 * Returns the query of Home's overview. Its key is one of a payments list, so the live stream refreshes it with the
 * lists.
 */
export function overviewQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', 'overview'] as const,
    queryFn: ({ signal }) => fetchJson<Overview>(`/${account}/overview/data`, signal),
  })
}

/**
 * Returns the query of the unpaid declines, for an overview without them. Like totals, it is refreshed on its own
 * schedule.
 */
export function unpaidQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'totals', 'unpaid'] as const,
    queryFn: ({ signal }) => fetchJson<UnpaidCount>(`/${account}/overview/unpaid/data`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}
