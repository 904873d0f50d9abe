import { type FormEvent, useRef, useState } from 'react'
import { DayPicker, defaultDateLib } from 'react-day-picker'
import { useGo } from '@/components/navigation/use-go'
import { useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { zoneCity } from '@/components/time/format-time'
import { useTimes } from '@/components/time/times'
import { buttonLook } from '@/components/ui/button-look'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field, type Problems } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PanelFoot } from '@/components/ui/panel-foot'
import { IN_SHEET, useMedia } from '@/components/ui/use-media'
import { type DayFilter, type Period, periods } from '@/lib/dashboard/reads/period'
import { dayIn, daysBetween } from '@/lib/domain/calendar-days'
import { dateFormat } from '@/lib/domain/formatters'
import { dateLocaleOf } from '@/lib/domain/languages'
import { cn } from '@/lib/ui/cn'
import { daysLabel, shownDays } from './day-labels'
import { FilterChoice } from './filter-pill'
import type { ChoicesProps } from './filters'

const presets = periods.filter((period) => period !== 'custom')

/** Days as `2026-11-21`, both included; an open end is empty. */
type DayRange = { from: string; to: string }

function preset(period: Period | undefined) {
  return { period, from: undefined, to: undefined }
}

/** Renders presets beside the calendar with the days of the chosen one. In a sheet a preset fills in the days. */
export function DateChoices({ filter, hrefOf, onChosen }: ChoicesProps<DayFilter>) {
  const go = useGo()
  const t = useTexts()
  const times = useTimes()
  const { timeZone, now } = useLocale()
  const inSheet = useMedia(IN_SHEET)
  /** The preset of the days in the sheet, and whether they are unedited (`stands`). */
  const [filled, setFilled] = useState({ with: filter.period, stands: true, times: 0 })
  const chosen = filled.stands && filled.with !== 'custom' ? filled.with : undefined

  function show(change: DayFilter) {
    if (go(hrefOf(change), { scroll: false })) onChosen()
  }

  return (
    <div className={cn('flex flex-col', !inSheet && 'md:flex-row')}>
      <div
        className={cn(
          'flex shrink-0 flex-wrap gap-1.5 border-b',
          inSheet
            ? 'pb-3'
            : 'p-3 md:w-38 md:flex-col md:flex-nowrap md:gap-0.5 md:border-r md:border-b-0 md:p-1.5 lg:w-68',
        )}
      >
        {inSheet ? (
          <ChoiceGroup
            legend={t('filters.listFilters.period')}
            name="preset"
            value={chosen ?? ''}
            options={presets.map((period) => ({
              value: period,
              label: t(`filters.listFilters.periods.${period}`),
            }))}
            onChange={(value) => {
              const preset = presets.find((period) => period === value)
              setFilled({ with: preset, stands: true, times: filled.times + 1 })
            }}
            isNamedBeside
          />
        ) : (
          <>
            {presets.map((period) => (
              <FilterChoice
                key={period}
                href={hrefOf(preset(period))}
                current={filter.period === period}
                onChosen={onChosen}
                note={
                  <span className="max-lg:hidden">{daysLabel({ period }, t, { times, timeZone, now })}</span>
                }
                className="max-lg:gap-0 max-md:border"
              >
                {t(`filters.listFilters.periods.${period}`)}
              </FilterChoice>
            ))}
            <p className="mt-auto p-2.5 text-muted text-xs max-md:hidden">
              {t('calendar.zone', { city: zoneCity(timeZone) })}
            </p>
          </>
        )}
      </div>
      <div className={inSheet ? 'pt-3' : 'px-4 pt-3'}>
        <DateRange
          key={filled.times}
          range={rangeOf({ ...filter, period: filled.with }, timeZone, now)}
          // Unedited days of a preset remain that preset, which moves with the date.
          onApply={({ from, to }) =>
            show(
              inSheet && chosen
                ? preset(chosen)
                : { period: 'custom', from: from || undefined, to: to || undefined },
            )
          }
          onEdit={() => setFilled({ ...filled, stands: false })}
          {...(filter.period ? { onClear: () => show(preset(undefined)) } : {})}
        />
      </div>
    </div>
  )
}

/** Returns the initial days of the calendar: those of the URL, or the days of the preset. */
function rangeOf(filter: DayFilter, timeZone: string, now: number): DayRange {
  if (!filter.period) return { from: '', to: '' }
  if (filter.period === 'custom') return { from: filter.from ?? '', to: filter.to ?? '' }
  const { first, last } = shownDays(filter, timeZone, now)
  return { from: first ?? '', to: last ?? dayIn(now, timeZone) }
}

type Props = {
  range: DayRange
  onApply: (range: DayRange) => void
  onEdit: () => void
  /** Removes the range; without it the button only clears the fields. */
  onClear?: () => void
}

const ends = ['from', 'to'] as const
type End = (typeof ends)[number]

const ROOM_FOR_TWO = `(width >= 64rem) and (not (${IN_SHEET}))`
/** Number of earlier years in the calendar's list; an earlier day is typed. */
const YEARS_BACK = 10

/** Renders a range of days with both ends included. Fields and calendar show the same days. */
function DateRange({ range, onApply, onEdit, onClear }: Props) {
  const t = useTexts()
  const { weekdayName } = useTimes()
  const { timeZone, now } = useLocale()
  // The browser does not know the account's zone, in which no later day than today can be chosen.
  const today = dayIn(now, timeZone)
  const { days, problems, month, setMonth, form, change, type, leave, submit, clear } = useDays({
    today,
    range,
    onApply,
    onEdit,
  })
  const months = useMedia(ROOM_FOR_TWO) ? 2 : 1
  const whole = useRangeText(days)
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3 sm:min-w-72">
      <fieldset className="contents">
        <legend className="sr-only">{t('filters.listFilters.ownRange')}</legend>
        {/* The text never widens the panel. */}
        <p aria-live="polite" className="tnum w-0 min-w-full font-semibold text-base">
          {isInverted(days) ? t('filters.listFilters.ownRange') : whole}
        </p>
        <div className="grid w-0 min-w-full grid-cols-2 items-start gap-3">
          {ends.map((end) => (
            <Field
              key={end}
              label={t(`filters.listFilters.${end}`)}
              error={problems[end]}
              // Browsers write a day in their own order of numbers; the hint has its month in letters.
              hint={
                days[end] ? weekdayName(days[end]) : t(end === 'from' ? 'calendar.anyFrom' : 'calendar.anyTo')
              }
              room={months === 1 ? 2 : 1}
            >
              <Input
                type="date"
                name={end}
                value={days[end]}
                max={today}
                onChange={(event) => type(end, event.target.value)}
                onBlur={() => leave(end)}
                className="tnum"
              />
            </Field>
          ))}
        </div>
        <Months {...{ days, today, month, months }} onMonth={setMonth} onPick={change} />
      </fieldset>
      <PanelFoot clear={t('calendar.clear')} onClear={onClear ?? clear} />
    </form>
  )
}

function useRangeText({ from, to }: DayRange): string {
  const t = useTexts()
  const { dayName } = useTimes()
  if (from && to) return t('calendar.counted', { days: daysBetween(from, to) + 1 })
  if (from) return t('filters.listFilters.since', { from: dayName(from) })
  return to ? t('filters.listFilters.until', { to: dayName(to) }) : t('calendar.none')
}

/** Returns the days of the form, the problem of each end, and the handlers that change them. */
function useDays({ today, range, onApply, onEdit }: Omit<Props, 'onClear'> & { today: string }) {
  const t = useTexts()
  const { weekdayName } = useTimes()
  const reversed = t('filters.listFilters.fromAfterTo')
  const [days, setDays] = useState(range)
  const [problems, setProblems] = useState<Problems<End>>(isInverted(range) ? { to: reversed } : {})
  const [month, setMonth] = useState(range.to || range.from || today)
  const form = useRef<HTMLFormElement>(null)
  const inputOf = (end: End) => form.current?.querySelector<HTMLInputElement>(`[name="${end}"]`)

  /** Returns the problem of one end alone. */
  function problemOf(end: End): string | undefined {
    const validity = inputOf(end)?.validity
    if (validity?.badInput) return t('calendar.unreadable')
    return validity?.rangeOverflow ? t('calendar.late', { day: weekdayName(today) }) : undefined
  }

  function change(next: DayRange, kept: Problems<End> = {}) {
    setDays(next)
    setProblems(kept)
    onEdit()
  }

  function type(end: End, day: string) {
    const other = end === 'from' ? 'to' : 'from'
    // A problem of the other end alone remains; an inverted range depends on both ends.
    change({ ...days, [end]: day }, problems[other] ? { [other]: problemOf(other) } : {})
    // A year begins with zeros while it is typed.
    if (day > '1' && day <= today) setMonth(day)
  }

  /** Reports the problem of an end once the focus leaves it. A field that is emptied of parts of a day raises no change. */
  function leave(end: End) {
    setProblems({ ...problems, [end]: problemOf(end) ?? (isInverted(days) ? problems[end] : undefined) })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found: Problems<End> = { from: problemOf('from'), to: problemOf('to') }
    if (!found.from && !found.to) {
      if (!days.from && !days.to) found.from = t('filters.listFilters.noDay')
      else if (isInverted(days)) found.to = reversed
      else return onApply(days)
    }
    setProblems(found)
    inputOf(found.from ? 'from' : 'to')?.focus()
  }

  function clear() {
    // The rest of a half typed day is not in the state.
    for (const end of ends) Object.assign(inputOf(end) ?? {}, { value: '' })
    change({ from: '', to: '' })
  }

  return { days, problems, month, setMonth, form, change, type, leave, submit, clear }
}

function isInverted({ from, to }: DayRange): boolean {
  return from !== '' && to !== '' && from > to
}

type MonthsProps = {
  days: DayRange
  today: string
  /** Any day of the first visible month. */
  month: string
  months: 1 | 2
  onMonth: (day: string) => void
  onPick: (range: DayRange) => void
}

/** Renders the months with the range: the first press begins it, the second ends it, a third begins another. */
function Months({ days, today, month, months, onMonth, onPick }: MonthsProps) {
  const t = useTexts()
  const reader = useReader()
  const { weekdayName, monthName } = useTimes()
  const { firstWeekday } = useLocale()
  const named = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
    dateFormat(dateLocaleOf(reader), options).format(date).replace('.', '')
  const from = dateOf(days.from)
  const to = isInverted(days) ? undefined : dateOf(days.to)
  const last = dateOf(today) ?? new Date()
  return (
    <DayPicker
      mode="range"
      // Else the library's own English.
      lang={reader.language}
      resetOnSelect
      selected={{ from, to }}
      onSelect={(range) => onPick({ from: dayOf(range?.from), to: dayOf(range?.to) })}
      today={last}
      startMonth={new Date(last.getFullYear() - YEARS_BACK, 0)}
      endMonth={last}
      disabled={{ after: last }}
      month={dateOf(month) ?? last}
      onMonthChange={(shown) => onMonth(dayOf(shown))}
      numberOfMonths={months}
      captionLayout="dropdown"
      weekStartsOn={firstWeekday}
      fixedWeeks
      // Two adjacent months would show the same days twice.
      showOutsideDays={months === 1}
      formatters={{
        formatCaption: (date) => monthName(dayOf(date).slice(0, 7)),
        formatMonthDropdown: named({ month: 'long' }),
        formatWeekdayName: named({ weekday: 'short' }),
      }}
      labels={{
        labelDayButton: (date, { today, selected }) =>
          t('calendar.day', {
            name: weekdayName(dayOf(date)),
            today: String(Boolean(today)),
            selected: String(Boolean(selected)),
          }),
        labelGrid: (date) => monthName(dayOf(date).slice(0, 7)),
        labelMonthDropdown: () => t('calendar.month'),
        labelNav: () => t('calendar.months'),
        labelNext: () => t('calendar.nextMonth'),
        labelPrevious: () => t('calendar.previousMonth'),
        labelWeekday: named({ weekday: 'long' }),
        labelYearDropdown: () => t('calendar.year'),
      }}
      classNames={looks}
      modifiers={{ end: [from, to].filter((day) => day !== undefined) }}
      modifiersClassNames={{ end: endLook }}
    />
  )
}

/** Returns a day at noon of the browser's zone, for a library that needs instants: no clock change affects noon. */
function dateOf(day: string): Date | undefined {
  return day === '' ? undefined : new Date(`${day}T12:00`)
}

function dayOf(date: Date | undefined): string {
  return date ? defaultDateLib.format(date, 'yyyy-MM-dd') : ''
}

const step = cn(buttonLook('quiet', 'icon'), 'pointer-events-auto aria-disabled:opacity-40')
const endLook =
  '[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-on-accent [&>button]:hover:bg-accent'

const looks = {
  root: 'relative w-full',
  months: 'flex gap-6',
  month: 'min-w-0 flex-1',
  month_caption: 'mb-1 flex h-8 items-center justify-center pointer-coarse:h-11',
  dropdowns: 'flex items-center gap-0.5',
  // The native select is above the label that shows its value.
  dropdown_root:
    'hit relative inline-flex items-center rounded-md px-1.5 font-semibold text-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
  dropdown: 'absolute inset-0 w-full cursor-pointer opacity-0 pointer-coarse:text-lg',
  caption_label: 'inline-flex items-center gap-0.5',
  chevron: 'size-4 fill-current text-muted',
  nav: 'pointer-events-none absolute inset-x-0 top-0 z-[1] flex justify-between',
  button_previous: step,
  button_next: step,
  month_grid: 'w-full border-separate border-spacing-x-0 border-spacing-y-0.5',
  weekday: 'h-7 min-w-9 p-0 text-center font-normal text-muted text-xs',
  // The background of a range is rounded at its ends and at the ends of a week.
  day: 'h-9 p-0 text-center first:rounded-s-md last:rounded-e-md data-[hidden]:invisible pointer-coarse:h-10.5',
  day_button: cn(
    'tnum relative inline-flex h-9 w-full min-w-9 items-center justify-center rounded-md text-sm pointer-coarse:h-10.5',
    'hover:bg-hover focus-visible:z-[1] disabled:opacity-45 disabled:hover:bg-transparent aria-disabled:opacity-45',
  ),
  range_start: 'rounded-s-md bg-accent-soft',
  range_middle: 'bg-accent-soft [&>button]:text-accent-text [&>button]:hover:bg-raised',
  range_end: 'rounded-e-md bg-accent-soft',
  today:
    '[&>button]:font-semibold [&>button]:after:absolute [&>button]:after:bottom-1 [&>button]:after:h-0.5 [&>button]:after:w-3 [&>button]:after:rounded-full [&>button]:after:bg-current',
  outside: 'text-muted',
}
