/** Seconds that a cancel waits at most: a clock that is off by minutes must not promise minutes. */
export const HOLD_MAX_S = 6
