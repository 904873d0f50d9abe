/** Time in which a cancellation can be undone: long enough to notice the button and press it. */
export const CANCEL_UNDO_MS = 6_000
