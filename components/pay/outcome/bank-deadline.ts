import { clockTime, deadline, zoneCity } from '@/components/time/format-time'
import { dayIn } from '@/lib/domain/calendar-days'
import { times } from '@/lib/messages/times'

/** `09:37 (New York)`; with the day where, by that clock, it is another one than that of `now`. */
export function bankDeadline(until: Date, timeZone: string, now: Date): string {
  const iso = until.toISOString()
  return dayIn(until.getTime(), timeZone) === dayIn(now.getTime(), timeZone)
    ? times.inZone(clockTime(iso, timeZone), zoneCity(timeZone))
    : deadline(iso, timeZone)
}
