import { useEffect } from 'react'
import type { ListPage, ListTotals } from '@/lib/dashboard/reads/list'
import type { ReadInput, ReadName } from '@/lib/reads'
import { useRead } from './member'

/** Totals of a list; undefined while they are loading, null if counting took too long or failed. */
export type KnownTotals = ListTotals | null | undefined

type TotalsName = Extract<ReadName, `${string}/totals`>

/**
 * Returns the totals of a page, by a second request if the page has none: rows never wait for totals. Totals that contradict
 * the rows are older, so they are counted again and not shown meanwhile.
 */
export function useTotals<Name extends TotalsName>(
  page: ListPage<unknown> | undefined,
  name: Name,
  input: ReadInput<Name>,
  options: { refetchInterval?: number } = {},
): KnownTotals {
  const second = useRead<TotalsName>(name, input, { ...options, enabled: page?.totals === null })
  const { refetch } = second
  const isOutdated = page?.totals === null && contradict(second.data?.totals, page)
  useEffect(() => {
    if (isOutdated && page) void refetch()
  }, [isOutdated, page, refetch])
  if (page === undefined || page.totals !== null) return page?.totals
  if (isOutdated) return undefined
  return second.data ? second.data.totals : second.isError ? null : undefined
}

function contradict(totals: ListTotals | null | undefined, { data, search }: ListPage<unknown>): boolean {
  // Similar rows of a search are not counted.
  if (!totals || search?.near) return false
  return data.length === 0 ? totals.count > 0 : totals.count < data.length
}
