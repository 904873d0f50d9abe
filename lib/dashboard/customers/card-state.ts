import type { Customer } from '@/lib/contract/customer'
import type { CardState } from '@/lib/dashboard/schema/customer'
import { dayIn } from '@/lib/domain/calendar-days'

/** Days before its expiry in which a card counts as expiring. */
export const EXPIRING_DAYS = 60

/**
 * Returns the state of a customer's saved card at `now` (milliseconds) in an account's zone. `MM/YY` and `MM/YYYY` expire
 * at the end of their month; any other text is `unknown`.
 */
export function cardState(
  card: Customer['card'],
  { now, timeZone }: { now: number; timeZone: string },
): CardState {
  if (card === null) return 'none'
  const lastDay = lastDayOf(card.expiry)
  if (lastDay === null) return 'unknown'
  if (lastDay < dayIn(now, timeZone)) return 'expired'
  return lastDay <= dayIn(now + EXPIRING_DAYS * 86_400_000, timeZone) ? 'expiring' : 'saved'
}

/** Returns the last day of an expiry's month as `YYYY-MM-DD`; null for a text that is not a month. */
function lastDayOf(expiry: string | null): string | null {
  const [, month, year] = /^(0?[1-9]|1[0-2])\/(?:20)?(\d{2})$/.exec(expiry ?? '') ?? []
  if (month === undefined || year === undefined) return null
  return new Date(Date.UTC(2000 + Number(year), Number(month), 0)).toISOString().slice(0, 10)
}
