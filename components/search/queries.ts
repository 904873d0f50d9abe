import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { Found } from '@/lib/dashboard/schema/search'

/** Returns the query of a search. The last results stay on screen until the next ones arrive. */
export function searchQuery(account: string, text: string) {
  return queryOptions({
    queryKey: [account, 'search', 'list', text] as const,
    queryFn: ({ signal }) => fetchJson<Found>(`/${account}/search/data${queryString({ q: text })}`, signal),
    enabled: isWorthSearching(text),
    placeholderData: isWorthSearching(text) ? keepPreviousData : undefined,
    // No event reports that results are outdated, so each search is sent again.
    staleTime: 0,
    retry: false,
  })
}

/** Returns whether a text is sent: a single letter is not, since it matches too much; a single digit may be an amount. */
export function isWorthSearching(text: string): boolean {
  return text.length >= 2 || /^\d$/.test(text)
}
