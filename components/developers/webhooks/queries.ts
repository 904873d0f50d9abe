import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fetchJson } from '@/components/data/fetch-json'
import { useAccount } from '@/components/shell/navigation/use-account'
import type { EndpointDetail, ShownEndpoint } from '@/lib/contract/panel/endpoints'

/** Refetch interval. Deliveries raise no live message. */
const REFRESH_MS = 10_000

/** Returns the key prefix of all queries of endpoints, which each action on an endpoint invalidates. */
export const endpointsKey = (account: string) => [account, 'endpoints'] as const

/** Returns the query of the account's endpoints. */
export function endpointsQuery(account: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'list'] as const,
    queryFn: ({ signal }) => fetchJson<ShownEndpoint[]>(`/${account}/developers/webhooks/data`, signal),
    refetchInterval: REFRESH_MS,
  })
}

/** Returns the query of one endpoint with its latest deliveries. */
export function endpointQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [...endpointsKey(account), 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<EndpointDetail>(`/${account}/developers/webhooks/${encodeURIComponent(id)}/data`, signal),
    refetchInterval: REFRESH_MS,
  })
}

/** Returns the function that refetches all endpoint data on the screen. */
export function useRenewEndpoints(): () => void {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: endpointsKey(account) }),
    [client, account],
  )
}
