import { isTwisted, shownDays } from '@/components/payments/payment-filter'
import { dayName } from '@/components/time/format-time'
import { dayIn } from '@/lib/contract/calendar-days'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'

/** What a filter of days says on its pill; null without one. Days are the zone's, `now` in milliseconds. */
export function periodWords(filter: PaymentFilter, timeZone: string, now: number): string | null {
  if (!filter.period) return null
  if (filter.period !== 'custom') return payments.periods[filter.period]
  if (isTwisted(filter)) return payments.span(dayName(filter.from ?? '', now), dayName(filter.to ?? '', now))
  return spanWords(filter, timeZone, now) ?? payments.periods.custom
}

/** The days that a filter comes to, in words; null when it has none. */
export function spanWords(filter: PaymentFilter, timeZone: string, now: number): string | null {
  const { first, last } = shownDays(filter, timeZone, now)
  if (first && last) return payments.span(dayName(first, now), dayName(last, now))
  if (first && filter.period !== 'custom') {
    return payments.span(dayName(first, now), dayName(dayIn(now, timeZone), now))
  }
  if (first) return payments.since(dayName(first, now))
  return last ? payments.until(dayName(last, now)) : null
}
