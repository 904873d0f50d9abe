const MINUTE_MS = 60_000

/** Whole minutes, never more than there are; null for less than one. */
export function minutesLeft(leftMs: number): number | null {
  return leftMs < MINUTE_MS ? null : Math.floor(leftMs / MINUTE_MS)
}
