import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { EndpointDetail, ShownEndpoint, TestDelivery } from '@/lib/dashboard/schema/developers/webhooks'

/** Deliveries raise no live notice in the browser: what is on screen is asked for again. */
const REFRESH_MS = 10_000

/** The key of everything about endpoints, which each act on one renews. */
export const endpointsKey = (account: string) => [account, 'endpoints'] as const

/** The account's endpoints with their health. */
export function endpointsQuery(account: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'list'] as const,
    queryFn: ({ signal }) => fetchJson<ShownEndpoint[]>(`/${account}/developers/webhooks/data`, signal),
    refetchInterval: REFRESH_MS,
  })
}

const addressOf = (account: string, id: string) => `/${account}/developers/webhooks/${encodeURIComponent(id)}`

/** One endpoint with its latest deliveries. */
export function endpointQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'detail', id] as const,
    queryFn: ({ signal }) => fetchJson<EndpointDetail>(`${addressOf(account, id)}/data`, signal),
    refetchInterval: REFRESH_MS,
  })
}

/** A test event on its way; asked for until it was attempted. */
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
