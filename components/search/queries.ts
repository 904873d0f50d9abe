import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { Found } from '@/lib/dashboard/schema/search'

/** What a text finds; the last answer stays in sight until the next one. */
export function searchQuery(account: string, text: string) {
  return queryOptions({
    queryKey: [account, 'search', 'list', text] as const,
    queryFn: ({ signal }) => fetchJson<Found>(`/${account}/search/data${queryString({ q: text })}`, signal),
    enabled: isWorthSearching(text),
    placeholderData: isWorthSearching(text) ? keepPreviousData : undefined,
    // Nothing tells when an answer has aged, so each search asks again.
    staleTime: 0,
    retry: false,
  })
}

/** One letter finds half of everything; one digit may be an amount. */
export function isWorthSearching(text: string): boolean {
  return text.length >= 2 || /^\d$/.test(text)
}
