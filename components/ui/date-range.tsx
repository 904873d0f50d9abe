'use client'

import { type FormEvent, useRef, useState } from 'react'
import { Button } from './button'
import { Calendar, type CalendarCopy } from './calendar'
import { dateOfDay } from './calendar-day'
import { type DayRange, isInverted, pickDay } from './day-range'
import { Field } from './field'
import { Input } from './input'
import { PanelFoot } from './panel-foot'
import { dayPattern, readDay, writeDay } from './typed-day'
import { IN_SHEET, useMedia } from './use-media'

type DateRangeCopy = {
  from: string
  to: string
  /** Hint of an empty end. */
  anyFrom: string
  anyTo: string
  apply: string
  clear: string
  /** Letters for the parts of a day, of which the locale's pattern is made: `dd/mm/yyyy`. */
  letters: Readonly<Record<'day' | 'month' | 'year', string>>
  unreadable: (example: string) => string
  early: (day: string) => string
  late: (day: string) => string
  inverted: string
  empty: string
}

type Props = {
  legend: string
  copy: DateRangeCopy & CalendarCopy
  locale: string
  /** Today in the account's zone. Days are `2026-11-21`. */
  today: string
  range: DayRange
  min?: string
  max?: string
  /** Returns a range as text. */
  formatRange: (range: DayRange) => string
  formatDay: (day: string) => string
  onApply: (range: DayRange) => void
  /** Called after an edit of the days. */
  onEdit?: () => void
  /** Removes the range; without it the button only clears the fields. */
  onClear?: () => void
}

/** Reserves the line of a hint. */
const NOTHING = '\u00a0'

type End = 'from' | 'to'
const ends = ['from', 'to'] as const

/** Media query for two adjacent months in a panel that is not a sheet. */
const ROOM_FOR_TWO = `(width >= 64rem) and (not (${IN_SHEET}))`

/** Renders a range of days with both ends included. Fields and calendar show the same days. */
export function DateRange({
  legend,
  copy,
  locale,
  today,
  range,
  min,
  max,
  formatRange,
  formatDay,
  onApply,
  onEdit,
  onClear,
}: Props) {
  const write = (day: string) => (dateOfDay(day) ? writeDay(day, locale) : day)
  // December 31 shows which part is the month.
  const example = writeDay(`${Number(today.slice(0, 4)) - 1}-12-31`, locale)
  const [texts, setTexts] = useState<DayRange>({
    from: write(range.from),
    to: write(range.to),
  })
  const [problems, setProblems] = useState<{ [K in End]?: string }>(
    isInverted(range) ? { to: copy.inverted } : {},
  )
  const [month, setMonth] = useState(monthOf(range.to) ?? monthOf(range.from) ?? today)
  const months = useMedia(ROOM_FOR_TWO) ? 2 : 1
  const form = useRef<HTMLFormElement>(null)
  const read = { from: readDay(texts.from, locale) ?? '', to: readDay(texts.to, locale) ?? '' }

  function problemOf(end: End): string | undefined {
    const day = read[end]
    if (texts[end].trim() === '') return undefined
    if (day === '') return copy.unreadable(example)
    if (min && day < min) return copy.early(formatDay(min))
    return max && day > max ? copy.late(formatDay(max)) : undefined
  }

  /** Returns the day as it was read, with its month in letters: `3/4/2026` is another day in another locale. */
  function hintOf(end: End): string {
    if (texts[end].trim() === '') return end === 'from' ? copy.anyFrom : copy.anyTo
    return read[end] === '' ? NOTHING : formatDay(read[end])
  }

  function type(end: End, text: string) {
    setTexts({ ...texts, [end]: text })
    const other = end === 'from' ? 'to' : 'from'
    // A problem of the other end alone remains; an inverted range depends on both ends.
    const wrong = problems[other] ? problemOf(other) : undefined
    setProblems(wrong ? { [other]: wrong } : {})
    onEdit?.()
    const day = readDay(text, locale)
    if (day && !(min && day < min) && !(max && day > max)) setMonth(day)
  }

  function leave(end: End) {
    const problem = problemOf(end)
    if (problem) setProblems({ ...problems, [end]: problem })
    else if (read[end]) setTexts({ ...texts, [end]: write(read[end]) })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found: { [K in End]?: string } = {}
    for (const end of ends) {
      const problem = problemOf(end)
      if (problem) found[end] = problem
    }
    if (!found.from && !found.to) {
      if (!read.from && !read.to) found.from = copy.empty
      else if (isInverted(read)) found.to = copy.inverted
      else return onApply(read)
    }
    setProblems(found)
    const first = ends.find((end) => found[end])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  function clear() {
    if (onClear) return onClear()
    setTexts({ from: '', to: '' })
    setProblems({})
    onEdit?.()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3 sm:min-w-72">
      <fieldset className="contents">
        <legend className="sr-only">{legend}</legend>
        {/* The text never widens the panel. */}
        <p aria-live="polite" className="tnum w-0 min-w-full font-semibold text-base">
          {isInverted(read) ? legend : formatRange(read)}
        </p>
        <div className="grid w-0 min-w-full grid-cols-2 items-start gap-3">
          {ends.map((end) => (
            <Field
              key={end}
              label={copy[end]}
              error={problems[end]}
              hint={hintOf(end)}
              room={months === 1 ? 2 : 1}
            >
              <Input
                name={end}
                value={texts[end]}
                placeholder={dayPattern(locale, copy.letters)}
                autoComplete="off"
                spellCheck={false}
                maxLength={20}
                onChange={(event) => type(end, event.target.value)}
                onBlur={() => leave(end)}
                className="tnum"
              />
            </Field>
          ))}
        </div>
        <Calendar
          locale={locale}
          copy={copy}
          today={today}
          chosen={isInverted(read) ? { from: read.from, to: '' } : read}
          min={min}
          max={max}
          month={month}
          onMonth={setMonth}
          months={months}
          onPick={(day) => {
            const next = pickDay(read, day)
            setTexts({ from: write(next.from), to: write(next.to) })
            setProblems({})
            onEdit?.()
          }}
        />
      </fieldset>
      <PanelFoot>
        <Button variant="quiet" onClick={clear}>
          {copy.clear}
        </Button>
        <Button type="submit" variant="primary" className="max-sm:grow">
          {copy.apply}
        </Button>
      </PanelFoot>
    </form>
  )
}

function monthOf(day: string): string | null {
  return dateOfDay(day) ? day : null
}
