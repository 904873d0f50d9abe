'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type DayButtonProps, DayPicker } from 'react-day-picker'
import { cn } from '@/lib/ui/cn'
import { buttonLook } from './button-look'
import { dateOfDay, dayOfDate, firstWeekday, nameOfDate, weekdayHead } from './calendar-day'
import { CaptionSelect } from './caption-select'
import type { DayRange } from './day-range'

export type CalendarCopy = {
  nav: string
  previous: string
  next: string
  month: string
  year: string
  /** Returns a day's label for screen readers. */
  day: (name: string, is: { today: boolean; chosen: boolean }) => string
}

type Props = {
  locale: string
  copy: CalendarCopy
  /** Today in the account's zone, which the browser does not know. Days are `2026-11-21`. */
  today: string
  chosen: string | DayRange
  onPick: (day: string) => void
  /** First and last day that can be chosen. */
  min?: string | undefined
  max?: string | undefined
  /** Any day of the first visible month. */
  month: string
  onMonth: (day: string) => void
  months?: 1 | 2
  /** True to focus the chosen day, or today. */
  autoFocus?: boolean
}

/** Range of the years without `min` and `max`. */
const YEARS_BACK = 10
const YEARS_AHEAD = 10

/** Renders months for the choice of a day or a range. Arrows, Page Up and Down, Home and End move the focus; month and year are selects. */
export function Calendar({
  locale,
  copy,
  today,
  chosen,
  onPick,
  min,
  max,
  month,
  onMonth,
  months = 1,
  autoFocus = false,
}: Props) {
  const [over, setOver] = useState<Date | null>(null)
  const at = (day: string | undefined) => (day ? (dateOfDay(day) ?? undefined) : undefined)
  const now = at(today) ?? new Date()
  const [first, last] = [at(min), at(max)]
  const year = now.getFullYear()
  const isRange = typeof chosen !== 'string'
  const ends = isRange ? [at(chosen.from), at(chosen.to)].filter((end) => end !== undefined) : []
  const [from, to] = ends
  const reach =
    from && !to && over ? [from, over].sort((one, other) => one.getTime() - other.getTime()) : null

  const spoken = useMemo(() => {
    const named = (date: Date) =>
      nameOfDate(date, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    const caption = (date: Date) => nameOfDate(date, locale, { month: 'long', year: 'numeric' })
    return {
      formatters: {
        formatCaption: caption,
        formatDay: (date: Date) => String(date.getDate()),
        formatWeekdayName: (date: Date) => weekdayHead(date, locale),
        formatMonthDropdown: (date: Date) => nameOfDate(date, locale, { month: 'long' }),
        formatYearDropdown: (date: Date) => nameOfDate(date, locale, { year: 'numeric' }),
      },
      labels: {
        labelNav: () => copy.nav,
        labelPrevious: () => copy.previous,
        labelNext: () => copy.next,
        labelMonthDropdown: () => copy.month,
        labelYearDropdown: () => copy.year,
        labelGrid: caption,
        labelWeekday: (date: Date) => nameOfDate(date, locale, { weekday: 'long' }),
        labelDayButton: (date: Date, is: Record<string, boolean>) =>
          copy.day(named(date), { today: is.today === true, chosen: is.selected === true }),
      },
    }
  }, [locale, copy])

  const shared = {
    ...spoken,
    today: now,
    month: at(month) ?? now,
    onMonthChange: (shown: Date) => onMonth(dayOfDate(shown)),
    numberOfMonths: months,
    startMonth: first ?? new Date(year - YEARS_BACK, 0, 1, 12),
    endMonth: last ?? new Date(year + YEARS_AHEAD, 11, 1, 12),
    disabled: [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])],
    captionLayout: 'dropdown' as const,
    weekStartsOn: firstWeekday(locale),
    fixedWeeks: true,
    // Two adjacent months would show the same days twice.
    showOutsideDays: months === 1,
    autoFocus,
    classNames: looks,
    components: parts,
    modifiersClassNames: { reach: 'bg-hover' },
    modifiers: { reach: reach ? { from: reach[0], to: reach[1] } : [] },
    onDayMouseEnter: setOver,
    onDayMouseLeave: () => setOver(null),
    onDayFocus: setOver,
  }
  if (isRange)
    return (
      <DayPicker
        {...shared}
        mode="range"
        selected={{ from, ...(to ? { to } : {}) }}
        onSelect={(_, day) => onPick(dayOfDate(day))}
      />
    )
  return (
    <DayPicker
      {...shared}
      mode="single"
      selected={at(chosen)}
      onSelect={(_, day) => onPick(dayOfDate(day))}
    />
  )
}

const step = cn(buttonLook('quiet', 'icon'), 'pointer-events-auto aria-disabled:opacity-40')

const looks = {
  root: 'relative w-full',
  months: 'flex gap-6',
  month: 'min-w-0 flex-1',
  month_caption: 'mb-1 flex h-8 items-center justify-center pointer-coarse:h-11',
  // The library hides its status by an inline style, which the content security policy refuses.
  dropdowns: 'flex items-center gap-0.5 [&>[role=status]]:sr-only',
  nav: 'pointer-events-none absolute inset-x-0 top-0 z-[1] flex justify-between',
  button_previous: step,
  button_next: step,
  month_grid: 'w-full border-separate border-spacing-x-0 border-spacing-y-0.5',
  weekday: 'h-7 min-w-9 p-0 text-center font-normal text-muted text-xs',
  day: cn(
    'h-9 p-0 text-center data-[hidden]:invisible pointer-coarse:h-10.5',
    // The background of a range is rounded at its ends and at the ends of a week.
    'first:rounded-s-md last:rounded-e-md',
  ),
  range_start: 'rounded-s-md bg-accent-soft',
  range_middle: 'bg-accent-soft',
  range_end: 'rounded-e-md bg-accent-soft',
}

const parts = { Chevron, DayButton, Dropdown: CaptionSelect }

function DayButton({ day, modifiers, className: _, ...button }: DayButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus()
  }, [modifiers.focused])
  const { range_middle: within, selected, today, outside } = modifiers
  const isEnd = selected && !within
  return (
    <button
      ref={ref}
      {...button}
      className={cn(
        'tnum relative inline-flex h-9 w-full min-w-9 items-center justify-center rounded-md text-sm pointer-coarse:h-10.5',
        'focus-visible:z-[1] focus-visible:rounded-md disabled:opacity-45 aria-disabled:opacity-45',
        isEnd
          ? 'bg-accent font-semibold text-on-accent'
          : within
            ? 'text-accent-text hover:bg-raised'
            : 'hover:bg-hover disabled:hover:bg-transparent',
        outside && !isEnd && 'text-muted',
        today &&
          'font-semibold after:absolute after:bottom-1 after:h-0.5 after:w-3 after:rounded-full after:bg-current',
        today && !isEnd && 'text-accent-text',
      )}
    />
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Arrow = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Arrow aria-hidden className="size-4 rtl:-scale-x-100" />
}
