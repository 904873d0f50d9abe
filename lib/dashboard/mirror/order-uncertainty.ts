/**
 * `Date` has whole seconds: a response of the API and an event within this time of each other cannot be ordered, so the
 * object is fetched again (decisions: event order on the receiving side).
 */
export const ORDER_UNCERTAINTY_MS = 5_000
/** Delay after which the order of the next response is certain. */
export const FETCH_AGAIN_AFTER_MS = 6_000
