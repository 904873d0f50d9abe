import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { LinkDetail, LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import type { ListCount, ListPage } from '@/lib/dashboard/schema/list'

/** Returns the query of one page of links. */
export function linksQuery(account: string, filter: LinkFilter) {
  return queryOptions({
    queryKey: [account, 'links', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListPage<ListedLink>>(`/${account}/links/data${queryString(filter)}`, signal),
  })
}

/** Returns the query of the list's totals, if its page has none. The key lacks `list`: the totals refresh on their own schedule. */
export function linkTotalsQuery(account: string, filter: LinkFilter) {
  return queryOptions({
    queryKey: [account, 'links', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/links/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** Returns the query of one link with its received webhooks. */
export function linkQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'links', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<LinkDetail>(`/${account}/links/${encodeURIComponent(id)}/data`, signal),
  })
}
