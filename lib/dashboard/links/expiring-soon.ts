const EXPIRING_HOURS = 72

/** Until when a link that can be paid counts as about to expire. */
export function expiringUntil(now: Date): Date {
  return new Date(now.getTime() + EXPIRING_HOURS * 3_600_000)
}
