import type { QueryClient } from '@tanstack/react-query'

/** As long as the router keeps a page that was fetched ahead of a click, and a little more, for it to arrive. */
export const FETCHED_AHEAD_MS = 35_000

/**
 * Remembers which nouns were told to have changed. What the router puts into the cache soon after may have been fetched
 * before that: it counts as stale, so that whoever shows it asks again. `now` in milliseconds, of any steady clock.
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
