import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { ShownRequest } from '@/lib/contract/panel/requests'
import type { RequestFilter, RequestsPage } from '@/lib/dashboard/schema/developers/requests'

/** Refetch interval. The log is written with a delay of half a second and raises no live message. */
const REFETCH_MS = 10_000

/** Returns the query of one page of the request log. */
export function requestsQuery(account: string, filter: RequestFilter) {
  return queryOptions({
    queryKey: [account, 'requests', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<RequestsPage>(`/${account}/developers/requests/data${queryString(filter)}`, signal),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
}

/** Returns the query of one request, which never changes. */
export function requestQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'requests', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<ShownRequest>(`/${account}/developers/requests/${encodeURIComponent(id)}/data`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
