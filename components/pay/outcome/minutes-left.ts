const MINUTE_MS = 60_000

/** Returns the whole minutes left, rounded down; null for less than one. */
export function minutesLeft(leftMs: number): number | null {
  return leftMs < MINUTE_MS ? null : Math.floor(leftMs / MINUTE_MS)
}
