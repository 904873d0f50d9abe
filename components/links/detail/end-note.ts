import { clockTime, relativeTime } from '@/components/time/format-time'
import { dayIn, daysBetween } from '@/lib/contract/calendar-days'
import { numberFormat } from '@/lib/contract/formatters'
import { links } from '@/lib/messages/links'

const words = links.detail.when

/**
 * How far a link's end lies from `now` (milliseconds), by the calendar of the zone: `in 7 days`,
 * `tomorrow`, `tonight at midnight`, `in 3 h`, `2 days ago`. The moment itself stands beside it.
 */
export function endNote(end: string, timeZone: string, now: number, locale: string): string {
  const days = daysBetween(dayIn(now, timeZone), dayIn(Date.parse(end), timeZone))
  // A day on which the clocks go back has 25 hours.
  if (days === 0) return relativeTime(end, now) ?? words.today
  // The first moment of a day is what people call the night before.
  if (days === 1) return clockTime(end, timeZone) === '00:00' ? words.tonight : words.tomorrow
  if (days === -1) return words.yesterday
  const count = numberFormat(locale).format(Math.abs(days))
  return days > 0 ? words.inDays(count) : words.daysAgo(count)
}
