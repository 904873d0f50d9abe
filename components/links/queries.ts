import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { LinkDetail, LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import type { LinkImportDetail } from '@/lib/dashboard/schema/link-import'
import type { ListCount, ListPage } from '@/lib/dashboard/schema/list'

/** One page of links. */
export function linksQuery(account: string, filter: LinkFilter) {
  return queryOptions({
    queryKey: [account, 'links', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListPage<ListedLink>>(`/${account}/links/data${queryString(filter)}`, signal),
  })
}

/** The totals of that list, where its page has none. No `list`, which changes refresh: these have a clock of their own. */
export function linkTotalsQuery(account: string, filter: LinkFilter) {
  return queryOptions({
    queryKey: [account, 'links', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/links/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** One link with the webhooks received about it. */
export function linkQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'links', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<LinkDetail>(`/${account}/links/${encodeURIComponent(id)}/data`, signal),
  })
}

/** One table of links with what became of its rows. */
export function linkImportQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'links', 'batch', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<LinkImportDetail>(`/${account}/links/import/${encodeURIComponent(id)}/data`, signal),
  })
}
