import type { DefaultOptions } from '@tanstack/react-query'
import { isMissing, isSilent } from './fetch-json'

/** Age of stale data. The live stream reports changes; this covers what a broken stream missed. */
export const STALE_MS = 30_000
/** Time for which unused data stays in the cache: Back shows it at once, and the palette offers it. */
const CACHE_MS = 30 * 60_000
export const REFETCH_AFTER_FAILURE_MS = 15_000

type Asked = { state: { status: string; data: unknown; error?: unknown } }

/**
 * Returns the refetch interval of a query, milliseconds, or false. A failed refresh is repeated, since the page would show
 * old data until the next event; so is a query without a response. The user retries any other failure. A query with its own
 * interval falls back to this one.
 */
export function refetchAfterFailure({ state }: Asked): number | false {
  const isAskedAgain = state.data !== undefined ? !isMissing(state.error) : isSilent(state.error)
  return state.status === 'error' && isAskedAgain ? REFETCH_AFTER_FAILURE_MS : false
}

export const queryDefaults = {
  staleTime: STALE_MS,
  gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : CACHE_MS,
  retry: 1,
  refetchInterval: refetchAfterFailure,
} satisfies DefaultOptions['queries']
