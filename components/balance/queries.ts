import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { MISSED_AGAIN_MS, missedAgain } from '@/components/data/query-defaults'
import type { BalanceFigure, BalanceView, Explanation, SettlementMonth } from '@/lib/dashboard/schema/balance'

/** Each answer is a call to the host, whose rate limit other work of the account shares. */
const ASK_EVERY_MS = 1_000
let askedAt = Number.NEGATIVE_INFINITY

/** The balance of an account. Named as a list, so that the live stream refreshes it with payments and settlements. */
export function balanceQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'balance', 'list', 'view'] as const,
    queryFn: async ({ signal }) => {
      await pause(askedAt + ASK_EVERY_MS - performance.now(), signal)
      askedAt = performance.now()
      return fetchJson<BalanceView>(`/${account}/balance/data`, signal)
    },
    refetchInterval: (query) =>
      query.state.data?.confirmed === false ? MISSED_AGAIN_MS : missedAgain(query),
  })
}

/** A figure of the balance that the host answered at `at`, explained: a newer balance asks anew. */
export function explanationQuery(account: string, figure: BalanceFigure, at: string | null) {
  return queryOptions({
    queryKey: [account, 'balance', 'explanation', figure, at] as const,
    queryFn: ({ signal }) =>
      fetchJson<Explanation>(`/${account}/balance/explain/data?figure=${figure}`, signal),
  })
}

/** The settlements of a calendar month; changes of settlements refresh it as one of their lists. */
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
