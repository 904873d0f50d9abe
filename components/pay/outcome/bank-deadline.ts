import { clockTime, deadline, zoneCity } from '@/components/time/format-time'
import { dayIn } from '@/lib/domain/calendar-days'
import { times } from '@/lib/messages/times'

/** Returns `09:37 (New York)`, with the day if it differs from the day of `now` in that zone. */
export function bankDeadline(until: Date, timeZone: string, now: Date): string {
  const iso = until.toISOString()
  return dayIn(until.getTime(), timeZone) === dayIn(now.getTime(), timeZone)
    ? times.inZone(clockTime(iso, timeZone), zoneCity(timeZone))
    : deadline(iso, timeZone)
}
