'use client'

import { useState } from 'react'
import { FilterChoice } from '@/components/list/filter-pill'
import { useLocale } from '@/components/locale/locale-provider'
import { useGo } from '@/components/navigation/use-go'
import { dayName, weekdayName, zoneCity } from '@/components/time/format-time'
import { ChoiceGroup } from '@/components/ui/choice'
import { DateRange, type DayRange } from '@/components/ui/date-range'
import { IN_SHEET, useMedia } from '@/components/ui/use-media'
import { type DayFilter, type Period, periods } from '@/lib/dashboard/schema/period'
import { dayIn, daysBetween } from '@/lib/domain/calendar-days'
import { calendar } from '@/lib/messages/calendar'
import { listFilters } from '@/lib/messages/filters'
import { cn } from '@/lib/ui/cn'
import { daysLabel, shownDays } from './day-labels'
import type { ChoicesProps } from './filters'

const presets = periods.filter((period) => period !== 'custom')

const copy = {
  ...calendar,
  from: listFilters.from,
  to: listFilters.to,
  apply: listFilters.apply,
  inverted: listFilters.fromAfterToShort,
  empty: listFilters.noDay,
}

/** Returns the change to a preset, or to no dates. */
function preset(period: Period | undefined) {
  return { period, from: undefined, to: undefined }
}

/** Renders presets beside the calendar with the days of the chosen one. In a sheet a preset fills in the days. */
export function DateChoices({ filter, hrefOf, onChosen }: ChoicesProps<DayFilter>) {
  const go = useGo()
  const { locale, timeZone, now } = useLocale()
  const today = dayIn(now, timeZone)
  const inSheet = useMedia(IN_SHEET)
  /** The preset of the days in the sheet, and whether they are unedited (`stands`). */
  const [filled, setFilled] = useState({ with: filter.period, stands: true, times: 0 })
  const chosen = filled.stands && filled.with !== 'custom' ? filled.with : undefined

  function show({ from, to }: DayRange) {
    const days = { from: from || undefined, to: to || undefined }
    // Unedited days of a preset remain that preset, which moves with the date.
    const change = inSheet && chosen ? preset(chosen) : { period: 'custom' as const, ...days }
    if (go(hrefOf(change), { scroll: false })) onChosen()
  }

  function clear() {
    if (go(hrefOf(preset(undefined)), { scroll: false })) onChosen()
  }

  function formatRange({ from, to }: DayRange): string {
    if (from && to) return calendar.counted(String(daysBetween(from, to) + 1))
    if (from) return listFilters.since(dayName(from, now))
    return to ? listFilters.until(dayName(to, now)) : calendar.none
  }

  return (
    <div className={cn('flex flex-col', !inSheet && 'md:flex-row')}>
      <div
        className={cn(
          'flex shrink-0 flex-wrap gap-1.5 border-b',
          inSheet
            ? 'pb-3'
            : 'p-3 md:w-38 md:flex-col md:flex-nowrap md:gap-0.5 md:border-r md:border-b-0 md:p-1.5 lg:w-60',
        )}
      >
        {inSheet ? (
          <ChoiceGroup
            legend={listFilters.period}
            name="preset"
            value={chosen ?? ''}
            options={presets.map((period) => ({ value: period, label: listFilters.periods[period] }))}
            onChange={(value) => {
              const preset = presets.find((period) => period === value)
              setFilled({ with: preset, stands: true, times: filled.times + 1 })
            }}
            isNamedBeside
          />
        ) : (
          presets.map((period) => (
            <FilterChoice
              key={period}
              href={hrefOf(preset(period))}
              current={filter.period === period}
              onChosen={onChosen}
              note={<span className="max-lg:hidden">{daysLabel({ period }, timeZone, now)}</span>}
              className="max-lg:gap-0 max-md:border"
            >
              {listFilters.periods[period]}
            </FilterChoice>
          ))
        )}
        {inSheet ? null : (
          <p className="mt-auto p-2.5 text-muted text-xs max-md:hidden">
            {calendar.zone(zoneCity(timeZone))}
          </p>
        )}
      </div>
      <div className={inSheet ? 'pt-3' : 'px-4 pt-3'}>
        <DateRange
          key={filled.times}
          legend={listFilters.ownRange}
          copy={copy}
          locale={locale}
          today={today}
          range={rangeOf({ ...filter, period: filled.with }, timeZone, now, today)}
          formatRange={formatRange}
          formatDay={weekdayName}
          onApply={show}
          onEdit={() => setFilled({ ...filled, stands: false })}
          {...(filter.period ? { onClear: clear } : {})}
        />
      </div>
    </div>
  )
}

/** Returns the initial days of the calendar: those of the URL, or the days of the preset. */
function rangeOf(filter: DayFilter, timeZone: string, now: number, today: string): DayRange {
  if (!filter.period) return { from: '', to: '' }
  if (filter.period === 'custom') return { from: filter.from ?? '', to: filter.to ?? '' }
  const { first, last } = shownDays(filter, timeZone, now)
  return { from: first ?? '', to: last ?? today }
}
