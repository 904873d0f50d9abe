import { dayIn, daysBetween } from '@/components/time/day-bounds'
import { clockTime } from '@/components/time/format-time'
import { numberFormat } from '@/lib/contract/formatters'
import { links } from '@/lib/messages/links'

const words = links.detail.when

/**
 * How far a link's end lies from `now` (milliseconds), by the calendar of the zone: `in 7 days`, `tomorrow`,
 * `today at 18:00`, `2 days ago`.
 */
export function endNote(end: string, timeZone: string, now: number, locale: string): string {
  const days = daysBetween(dayIn(now, timeZone), dayIn(Date.parse(end), timeZone))
  if (days === 0) return words.today(clockTime(end, timeZone))
  if (days === 1) return words.tomorrow
  if (days === -1) return words.yesterday
  const count = numberFormat(locale).format(Math.abs(days))
  return days > 0 ? words.inDays(count) : words.daysAgo(count)
}
