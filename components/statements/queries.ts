import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { queryString } from '@/components/list/query-string'
import type { Statements } from '@/lib/dashboard/schema/statement'

/** Returns the query of the statements. Its key is one of a settlements list, so the live stream refreshes it. */
export function statementsQuery(account: string, month?: string) {
  return queryOptions({
    queryKey: [account, 'settlements', 'list', 'statements', month ?? null] as const,
    queryFn: ({ signal }) =>
      fetchJson<Statements>(`/${account}/balance/statements/data${queryString({ month })}`, signal),
  })
}

/** Returns the address of a month's statement. */
export function statementHref(month: string): string {
  return `/balance/statements?month=${month}`
}
