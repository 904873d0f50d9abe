'use client'

import { useRouter } from 'next/navigation'
import { FilterChoice } from '@/components/filters/filter-pill'
import { usePlace } from '@/components/locale/locale-provider'
import { dayIn, daysBetween } from '@/components/time/day-bounds'
import { dayName, fullDayName, weekdayName, zoneCity } from '@/components/time/format-time'
import { DateRange } from '@/components/ui/date-range'
import type { DayRange } from '@/components/ui/day-range'
import { calendar } from '@/lib/messages/calendar'
import { payments } from '@/lib/messages/payments'
import { type PaymentFilter, paymentsHref, periods, shownDays } from './payment-filter'
import { spanWords } from './period-words'

const presets = periods.filter((period) => period !== 'custom')
const words = {
  ...calendar,
  ...calendar.range,
  from: payments.from,
  to: payments.to,
  apply: payments.apply,
  inverted: payments.fromAfterTo,
  empty: payments.noDay,
}

type Props = { filter: PaymentFilter; onChosen: () => void }

/** The presets beside the calendar, which shows the days of the one that is chosen. */
export function DateChoices({ filter, onChosen }: Props) {
  const router = useRouter()
  const { locale, timeZone, now } = usePlace()
  const today = dayIn(now, timeZone)

  function show({ from, to }: DayRange) {
    const days = { from: from || undefined, to: to || undefined }
    router.push(paymentsHref({ ...filter, period: 'custom' }, days), { scroll: false })
    onChosen()
  }

  function clear() {
    router.push(paymentsHref(filter, { period: undefined }), { scroll: false })
    onChosen()
  }

  function tellRange({ from, to }: DayRange): string {
    if (from && to) return calendar.range.counted(String(daysBetween(from, to) + 1))
    if (from) return payments.since(dayName(from, now))
    return to ? payments.until(dayName(to, now)) : calendar.range.none
  }

  return (
    <div className="flex flex-col md:flex-row">
      <div className="flex shrink-0 flex-wrap gap-1.5 border-b pb-3 sm:p-3 md:w-38 md:flex-col md:flex-nowrap md:gap-0.5 md:border-r md:border-b-0 md:p-1.5 lg:w-60">
        {presets.map((period) => (
          <FilterChoice
            key={period}
            href={paymentsHref(filter, { period })}
            current={filter.period === period}
            onChosen={onChosen}
            note={<span className="max-lg:hidden">{spanWords({ period }, timeZone, now)}</span>}
            className="max-lg:gap-0 max-md:border"
          >
            {payments.periods[period]}
          </FilterChoice>
        ))}
        <p className="mt-auto p-2.5 text-muted text-xs max-md:hidden">
          {calendar.range.zone(zoneCity(timeZone))}
        </p>
      </div>
      <div className="pt-3 sm:px-4">
        <DateRange
          legend={payments.ownRange}
          words={words}
          locale={locale}
          today={today}
          max={today}
          range={rangeOf(filter, timeZone, now, today)}
          tellRange={tellRange}
          tellDay={weekdayName}
          showDay={fullDayName}
          onApply={show}
          {...(filter.period ? { onClear: clear } : {})}
        />
      </div>
    </div>
  )
}

/** The days that the calendar begins with: those typed into the address as they are, a preset's as they come out. */
function rangeOf(filter: PaymentFilter, timeZone: string, now: number, today: string): DayRange {
  if (!filter.period) return { from: '', to: '' }
  if (filter.period === 'custom') return { from: filter.from ?? '', to: filter.to ?? '' }
  const { first, last } = shownDays(filter, timeZone, now)
  return { from: first ?? '', to: last ?? today }
}
