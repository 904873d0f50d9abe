import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { Overview } from '@/lib/dashboard/schema/overview'

/** Named as a list of payments, so that the live stream refreshes it with them. */
export function overviewQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', 'overview'] as const,
    queryFn: ({ signal }) => fetchJson<Overview>(`/${account}/overview/data`, signal),
  })
}
