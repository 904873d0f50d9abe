import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { REFETCH_AFTER_FAILURE_MS, refetchAfterFailure } from '@/components/data/query-defaults'
import type { BalanceFigure, BalanceView, Explanation, SettlementMonth } from '@/lib/dashboard/schema/balance'

/**
 * Minimum interval of the fetches. Each one is a call to the host, whose rate limit is shared by all work of the account.
 */
const ASK_EVERY_MS = 1_000
let askedAt = Number.NEGATIVE_INFINITY

/**
 * Returns the query of an account's balance. Its key is one of a list, so the live stream refreshes it with payments and
 * settlements.
 */
export function balanceQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'balance', 'list', 'view'] as const,
    queryFn: async ({ signal }) => {
      await pause(askedAt + ASK_EVERY_MS - performance.now(), signal)
      askedAt = performance.now()
      return fetchJson<BalanceView>(`/${account}/balance/data`, signal)
    },
    refetchInterval: (query) =>
      query.state.data?.confirmed === false ? REFETCH_AFTER_FAILURE_MS : refetchAfterFailure(query),
  })
}

/** Returns the query of an explanation of a figure that the host returned at `at`. A newer balance has its own key. */
export function explanationQuery(account: string, figure: BalanceFigure, at: string | null) {
  return queryOptions({
    queryKey: [account, 'balance', 'explanation', figure, at] as const,
    queryFn: ({ signal }) =>
      fetchJson<Explanation>(`/${account}/balance/explain/data?figure=${figure}`, signal),
  })
}

/** Returns the query of a calendar month's settlements. Its key is one of a settlements list, so changes refresh it. */
export function settlementMonthQuery(account: string, month: string) {
  return queryOptions({
    queryKey: [account, 'settlements', 'list', 'month', month] as const,
    queryFn: ({ signal }) =>
      fetchJson<SettlementMonth>(`/${account}/balance/month/data?month=${month}`, signal),
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
