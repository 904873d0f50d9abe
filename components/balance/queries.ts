import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { REFETCH_AFTER_FAILURE_MS, refetchAfterFailure } from '@/components/data/query-defaults'
import { read } from '@/components/data/read'
import type { ReadData } from '@/lib/reads'

/**
 * Minimum interval of the fetches. Each one is a call to the host, whose rate limit is shared by all work of the account.
 */
const ASK_EVERY_MS = 1_000
let askedAt = Number.NEGATIVE_INFINITY

/** Returns the query of an account's balance. The live stream refreshes it with payments and settlements. */
export function balanceQuery(account: string) {
  return queryOptions({
    ...read(account, 'balance/view', {}),
    queryFn: async ({ signal }) => {
      await pause(askedAt + ASK_EVERY_MS - performance.now(), signal)
      askedAt = performance.now()
      return fetchJson<ReadData<'balance/view'>>(`/${account}/data/balance/view`, signal)
    },
    refetchInterval: (query) =>
      query.state.data?.confirmed === false ? REFETCH_AFTER_FAILURE_MS : refetchAfterFailure(query),
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
