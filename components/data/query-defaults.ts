import type { DefaultOptions } from '@tanstack/react-query'
import { isMissing, isSilent } from './fetch-json'

/** The live stream says when something changed; this only catches what a broken stream missed. */
export const STALE_MS = 30_000
/** Counts that take time are made anew this often while they are shown: not with each change, which rows follow at once. */
export const SLOW_COUNT_MS = 30_000
/** So long a list or an object that was left is kept: Back shows it at once, the palette offers it again. */
const KEPT_MS = 30 * 60_000
/** So long after a refresh that failed it is tried again. */
export const MISSED_AGAIN_MS = 15_000

/**
 * When a query asks again by itself: after a refresh that failed. What is on screen would else be from before the event
 * that was missed until the next one comes; likewise while nobody answers at all. Any other failure is retried by hand. A
 * query with a clock of its own falls back to this.
 */
export function missedAgain({
  state,
}: {
  state: { status: string; data: unknown; error?: unknown }
}): number | false {
  const isAskedAgain = state.data !== undefined ? !isMissing(state.error) : isSilent(state.error)
  return state.status === 'error' && isAskedAgain ? MISSED_AGAIN_MS : false
}

/** How every query of the dashboard is kept and asked for again. */
export const queryDefaults = {
  staleTime: STALE_MS,
  gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : KEPT_MS,
  retry: 1,
  refetchInterval: missedAgain,
} satisfies DefaultOptions['queries']
