/** Limit that a host advertises in the headers of its responses. */
export interface AdvertisedRate {
  /** Requests in one window. */
  limit: number
  windowS: number
}

/** Share of the rate for background calls; the rest is for the merchant's own systems. */
const SHARE = 0.2
/**
 * Interval for hosts without an advertised limit, and the shortest of all: a fifth of our own service's rate (decisions:
 * rate limit).
 */
const INTERVAL_MIN_MS = 50
/** Longest plausible time left; a larger reset is an instant. */
const WINDOW_MAX_S = 86_400

/**
 * Returns the rate of a response's `RateLimit-Limit` and `RateLimit-Reset`; `known` if the headers are absent. The
 * longest reset of one limit counts as its window, unless the limit contains its own (`100;w=60`).
 */
export function advertisedRate(
  { limit, reset }: { limit: string | null; reset: string | null },
  known: AdvertisedRate | null,
): AdvertisedRate | null {
  const count = Number(/^\s*(\d{1,9})/.exec(limit ?? '')?.[1] ?? 0)
  const window = Number(/;\s*w=(\d{1,9})/.exec(limit ?? '')?.[1] ?? 0)
  const resetS = Number(/^\s*(\d{1,9})(?!\d)/.exec(reset ?? '')?.[1] ?? 0)
  if (count === 0 || Math.max(window, resetS) > WINDOW_MAX_S || (window === 0 && resetS === 0)) return known
  const longestS = known?.limit === count ? Math.max(known.windowS, resetS) : resetS
  return { limit: count, windowS: window || longestS }
}

/**
 * Length of a response without a pause of its own, well above a page of a hundred usual objects. What is beyond it is
 * read at this many bytes a second: a host whose objects are huge takes the worker's time from its own imports alone.
 */
const FREE_BYTES = 512 * 1_024
const BYTES_PER_S = 512 * 1_024

/**
 * Returns the time between two background calls, in milliseconds: at most a fifth of the advertised rate, and more after
 * a response of `bytes` beyond what is usual.
 */
export function callIntervalMs(rate: AdvertisedRate | null, bytes = 0): number {
  const ofRate = rate === null ? 0 : (rate.windowS * 1_000) / (rate.limit * SHARE)
  const ofBytes = (Math.max(0, bytes - FREE_BYTES) * 1_000) / BYTES_PER_S
  return Math.max(INTERVAL_MIN_MS, ofRate, ofBytes)
}
