import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import type { Overview, UnpaidCount } from '@/lib/dashboard/schema/overview'

/** Named as a list of payments, so that the live stream refreshes it with them. */
export function overviewQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', 'overview'] as const,
    queryFn: ({ signal }) => fetchJson<Overview>(`/${account}/overview/data`, signal),
  })
}

/** The unpaid declines of Home, where the overview has none; with a clock of their own, as totals. */
export function unpaidQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'totals', 'unpaid'] as const,
    queryFn: ({ signal }) => fetchJson<UnpaidCount>(`/${account}/overview/unpaid/data`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}
