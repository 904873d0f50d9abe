'use client'

import { type FormEvent, useRef, useState } from 'react'
import { DayPicker, defaultDateLib } from 'react-day-picker'
import { cn } from '@/lib/ui/cn'
import { Button } from './button'
import { buttonLook } from './button-look'
import { Field, type Problems } from './field'
import { Input } from './input'
import { PanelFoot } from './panel-foot'
import { IN_SHEET, useMedia } from './use-media'

/** Days as `2026-11-21`, both included; an open end is empty. */
export type DayRange = { from: string; to: string }

type Props = {
  legend: string
  copy: {
    from: string
    to: string
    /** Hint of an empty end. */
    anyFrom: string
    anyTo: string
    apply: string
    clear: string
    unreadable: string
    late: (day: string) => string
    inverted: string
    empty: string
    /** Returns a day's label for screen readers. */
    day: (name: string, is: Record<string, boolean>) => string
  }
  locale: string
  /** Last day that can be chosen: today in the account's zone, which the browser does not know. */
  today: string
  range: DayRange
  /** Returns a range as text. */
  formatRange: (range: DayRange) => string
  formatDay: (day: string) => string
  onApply: (range: DayRange) => void
  /** Called after an edit of the days. */
  onEdit?: () => void
  /** Removes the range; without it the button only clears the fields. */
  onClear?: () => void
}

const ends = ['from', 'to'] as const
type End = (typeof ends)[number]

/** Space for two months beside the presets. */
const ROOM_FOR_TWO = `(width >= 64rem) and (not (${IN_SHEET}))`
/** Number of earlier years in the calendar's list; an earlier day is typed. */
const YEARS_BACK = 10

/** Renders a range of days with both ends included. Fields and calendar show the same days. */
export function DateRange(props: Props) {
  const { legend, copy, locale, today, formatRange, formatDay, onClear } = props
  const { days, problems, month, setMonth, form, change, type, leave, submit, clear } = useDays(props)
  const months = useMedia(ROOM_FOR_TWO) ? 2 : 1
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3 sm:min-w-72">
      <fieldset className="contents">
        <legend className="sr-only">{legend}</legend>
        {/* The text never widens the panel. */}
        <p aria-live="polite" className="tnum w-0 min-w-full font-semibold text-base">
          {isInverted(days) ? legend : formatRange(days)}
        </p>
        <div className="grid w-0 min-w-full grid-cols-2 items-start gap-3">
          {ends.map((end) => (
            <Field
              key={end}
              label={copy[end]}
              error={problems[end]}
              // Browsers write a day in their own order of numbers; the hint has its month in letters.
              hint={days[end] ? formatDay(days[end]) : end === 'from' ? copy.anyFrom : copy.anyTo}
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
        <Months
          {...{ days, today, locale, month, months }}
          onMonth={setMonth}
          onPick={change}
          labelOf={(date, is) => copy.day(formatDay(dayOf(date)), is)}
        />
      </fieldset>
      <PanelFoot>
        <Button variant="quiet" onClick={onClear ?? clear}>
          {copy.clear}
        </Button>
        <Button type="submit" variant="primary" className="max-sm:grow">
          {copy.apply}
        </Button>
      </PanelFoot>
    </form>
  )
}

/** Returns the days of the form, the problem of each end, and the handlers that change them. */
function useDays({ copy, today, range, formatDay, onApply, onEdit }: Props) {
  const [days, setDays] = useState(range)
  const [problems, setProblems] = useState<Problems<End>>(isInverted(range) ? { to: copy.inverted } : {})
  const [month, setMonth] = useState(range.to || range.from || today)
  const form = useRef<HTMLFormElement>(null)
  const inputOf = (end: End) => form.current?.querySelector<HTMLInputElement>(`[name="${end}"]`)

  /** Returns the problem of one end alone. */
  function problemOf(end: End): string | undefined {
    const validity = inputOf(end)?.validity
    if (validity?.badInput) return copy.unreadable
    return validity?.rangeOverflow ? copy.late(formatDay(today)) : undefined
  }

  function change(next: DayRange, kept: Problems<End> = {}) {
    setDays(next)
    setProblems(kept)
    onEdit?.()
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
      if (!days.from && !days.to) found.from = copy.empty
      else if (isInverted(days)) found.to = copy.inverted
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

/** Returns whether a range ends before it begins. */
function isInverted({ from, to }: DayRange): boolean {
  return from !== '' && to !== '' && from > to
}

type MonthsProps = {
  days: DayRange
  today: string
  locale: string
  /** Any day of the first visible month. */
  month: string
  months: 1 | 2
  onMonth: (day: string) => void
  onPick: (range: DayRange) => void
  labelOf: (date: Date, is: Record<string, boolean>) => string
}

/** Renders the months with the range: the first press begins it, the second ends it, a third begins another. */
function Months({ days, today, locale, month, months, onMonth, onPick, labelOf }: MonthsProps) {
  const from = dateOf(days.from)
  const to = isInverted(days) ? undefined : dateOf(days.to)
  const last = dateOf(today) ?? new Date()
  return (
    <DayPicker
      mode="range"
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
      weekStartsOn={firstWeekday(locale)}
      fixedWeeks
      // Two adjacent months would show the same days twice.
      showOutsideDays={months === 1}
      labels={{ labelDayButton: labelOf }}
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

const MONDAY = 1

/** Returns the first weekday (0 = Sunday) of the locale; Monday if unknown. */
function firstWeekday(locale: string) {
  // Some browsers lack the method, and some have a getter instead.
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale)
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY
  return ([0, 1, 2, 3, 4, 5, 6] as const).find((day) => day === firstDay % 7) ?? MONDAY
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
