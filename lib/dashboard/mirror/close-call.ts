/**
 * `Date` has whole seconds: an answer of the API and an event this near to each other cannot be ordered, so the
 * object is asked for again (decisions: event order on the receiving side).
 */
export const CLOSE_CALL_MS = 5_000
/** Late enough for the next answer not to be a close call again. */
export const FETCH_AGAIN_AFTER_MS = 6_000
