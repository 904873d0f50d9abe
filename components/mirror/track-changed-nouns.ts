import type { QueryClient } from '@tanstack/react-query'

/** Time for which the router keeps a page that was fetched ahead of a click, plus the time for it to arrive. */
export const FETCHED_AHEAD_MS = 35_000

/**
 * Records the nouns that have changed. Data that the router puts into the cache shortly after a change may have been
 * fetched before it, so it is invalidated and refetched by its observers. `now` returns milliseconds of a monotonic
 * clock.
 */
export function trackChangedNouns(client: QueryClient, now: () => number = () => performance.now()) {
  const changed = new Map<string, number>()
  const stop = client.getQueryCache().subscribe((event) => {
    const isHydrated =
      event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState')
    if (!isHydrated) return
    const { query } = event
    const at = changed.get(String(query.queryKey[1]))
    if (at === undefined || now() - at > FETCHED_AHEAD_MS || query.state.data === undefined) return
    if (!query.state.isInvalidated) query.invalidate()
  })
  return { record: (noun: string) => void changed.set(noun, now()), stop }
}
