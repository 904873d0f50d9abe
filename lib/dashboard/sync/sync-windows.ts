/**
 * Window of the frequent comparison: changes without an event happen soon after creation, and non-final objects are
 * fetched at any age.
 */
export const WINDOW_DAYS = 2
/**
 * Window of the daily comparison and of those on demand: long enough for a payment's weekly settlement, which raises no
 * event of the payment.
 */
export const DEEP_WINDOW_DAYS = 9
export const DEEP_EVERY_MS = 24 * 60 * 60_000
/** Interval of background comparisons of the whole history: an old object may have changed without an event. */
export const FULL_EVERY_MS = 7 * 24 * 60 * 60_000
/** Delay before a failed deep or whole comparison is tried again; shorter ones continue in the meantime. */
export const FULL_RETRY_MS = 60 * 60_000
/** Interval of the comparisons of a mirror with its host. */
export const RECONCILE_EVERY_MS = 10 * 60_000
