/**
 * `Date` has whole seconds: a response of the API and an event within this time of each other cannot be ordered, so the
 * object is fetched again (decisions: event order on the receiving side).
 */
export const CLOSE_CALL_MS = 5_000
/** Delay after which the next response is no longer a close call. */
export const FETCH_AGAIN_AFTER_MS = 6_000
