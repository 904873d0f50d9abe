import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ListCount, ListPage, ListTotals } from '@/lib/dashboard/schema/list'

/** Totals of a list; undefined while they are loading, null if counting took too long or failed. */
export type KnownTotals = ListTotals | null | undefined

/** Returns the totals of a page, by a second request if the page has none: rows never wait for totals. */
export function useTotals<Key extends readonly unknown[]>(
  page: ListPage<unknown> | undefined,
  query: UseQueryOptions<ListCount, Error, ListCount, Key>,
): KnownTotals {
  const second = useQuery({ ...query, enabled: page?.totals === null })
  if (page === undefined || page.totals !== null) return page?.totals
  return second.data ? second.data.totals : second.isError ? null : undefined
}
