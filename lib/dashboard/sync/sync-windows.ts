/** Changes without an event happen soon after creation; non-final objects are fetched at any age. */
export const WINDOW_DAYS = 2
/** Once a day, and on demand: long enough for a payment's weekly settlement, which raises no event of the payment. */
export const DEEP_WINDOW_DAYS = 9
export const DEEP_EVERY_MS = 24 * 60 * 60_000
/** A comparison of the whole history, in the background: an old object may have changed without an event. */
export const FULL_EVERY_MS = 7 * 24 * 60 * 60_000
/** A deep or whole comparison that failed is tried again after this; shorter ones go on meanwhile. */
export const FULL_RETRY_MS = 60 * 60_000
/** A mirror is compared with its host this often. */
export const RECONCILE_EVERY_MS = 10 * 60_000
