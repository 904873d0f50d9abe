import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { EndpointDetail, ShownEndpoint, TestDelivery } from '@/lib/dashboard/schema/developers/webhooks'

/** Refetch interval. Deliveries raise no live message. */
const REFRESH_MS = 10_000

/** Returns the key prefix of all queries of endpoints, which each action on an endpoint invalidates. */
export const endpointsKey = (account: string) => [account, 'endpoints'] as const

/** Returns the query of the account's endpoints with their health. */
export function endpointsQuery(account: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'list'] as const,
    queryFn: ({ signal }) => fetchJson<ShownEndpoint[]>(`/${account}/developers/webhooks/data`, signal),
    refetchInterval: REFRESH_MS,
  })
}

const addressOf = (account: string, id: string) => `/${account}/developers/webhooks/${encodeURIComponent(id)}`

/** Returns the query of one endpoint with its latest deliveries. */
export function endpointQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'detail', id] as const,
    queryFn: ({ signal }) => fetchJson<EndpointDetail>(`${addressOf(account, id)}/data`, signal),
    refetchInterval: REFRESH_MS,
  })
}

/** Returns the query of a test event, refetched until its first attempt. */
export function testDeliveryQuery(account: string, id: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'test', deliveryId] as const,
    queryFn: ({ signal }) =>
      fetchJson<TestDelivery>(
        `${addressOf(account, id)}/tests/${encodeURIComponent(deliveryId)}/data`,
        signal,
      ),
    staleTime: 0,
  })
}
