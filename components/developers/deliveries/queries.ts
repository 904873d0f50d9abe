import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { DeliveryDetail, RetryRunDetail } from '@/lib/contract/panel/deliveries'
import type { DeliveriesPage, DeliveryFilter } from '@/lib/dashboard/schema/developers/deliveries'
import type { ListCount } from '@/lib/dashboard/schema/list'

const PATH = '/developers/deliveries'

/** Returns the query of one page of deliveries. */
export function deliveriesQuery(account: string, filter: DeliveryFilter) {
  return queryOptions({
    queryKey: [account, 'deliveries', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<DeliveriesPage>(`/${account}${PATH}/data${queryString(filter)}`, signal),
  })
}

/** Returns the query of the counts of that list's tabs. */
export function deliveryTotalsQuery(account: string, filter: DeliveryFilter) {
  const counted = { ...filter, cursor: undefined }
  return queryOptions({
    queryKey: [account, 'deliveries', 'totals', counted] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}${PATH}/totals/data${queryString(counted)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** Returns the query of one delivery with its attempts. */
export function deliveryQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'deliveries', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<DeliveryDetail>(`/${account}${PATH}/${encodeURIComponent(id)}/data`, signal),
  })
}

/** Returns the query of one bulk retry with its results. */
export function retryRunQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'retry-runs', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<RetryRunDetail>(`/${account}${PATH}/runs/${encodeURIComponent(id)}/data`, signal),
  })
}
