'use client'

import { type FormEvent, useRef, useState } from 'react'
import { Button } from './button'
import { Calendar, type CalendarWords } from './calendar'
import { dateOfDay } from './calendar-day'
import { type DayRange, isInverted, pickDay } from './day-range'
import { Field } from './field'
import { Input } from './input'
import { PanelFoot } from './panel-foot'
import { dayPattern, readDay, writeDay } from './typed-day'
import { IN_SHEET, useMedia } from './use-media'

export type DateRangeWords = {
  from: string
  to: string
  /** Under an end that is open. */
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
  words: DateRangeWords & CalendarWords
  locale: string
  /** Days are `2026-11-21`; today is the caller's. */
  today: string
  range: DayRange
  min?: string
  max?: string
  /** What a range comes to and one day of it, in words. */
  tellRange: (range: DayRange) => string
  tellDay: (day: string) => string
  onApply: (range: DayRange) => void
  /** The days are no longer those of `range`. */
  onEdit?: () => void
  /** Takes the range away; without it the button only empties the fields. */
  onClear?: () => void
}

/** Keeps the line's place. */
const NOTHING = '\u00a0'

type End = 'from' | 'to'
const ends = ['from', 'to'] as const

/** Two months fit beside each other, and the panel, where it is no sheet, beside whatever stands at the page's edge. */
const ROOM_FOR_TWO = `(width >= 64rem) and (not (${IN_SHEET}))`

/** Days from one to another, both included: typed or taken from the calendar, which follow each other. */
export function DateRange({
  legend,
  words,
  locale,
  today,
  range,
  min,
  max,
  tellRange,
  tellDay,
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
    isInverted(range) ? { to: words.inverted } : {},
  )
  const [month, setMonth] = useState(monthOf(range.to) ?? monthOf(range.from) ?? today)
  const months = useMedia(ROOM_FOR_TWO) ? 2 : 1
  const form = useRef<HTMLFormElement>(null)
  const read = { from: readDay(texts.from, locale) ?? '', to: readDay(texts.to, locale) ?? '' }

  function problemOf(end: End): string | undefined {
    const day = read[end]
    if (texts[end].trim() === '') return undefined
    if (day === '') return words.unreadable(example)
    if (min && day < min) return words.early(tellDay(min))
    return max && day > max ? words.late(tellDay(max)) : undefined
  }

  /** Returns the day as it was read, with its month in letters: `3/4/2026` is another day in another locale. */
  function hintOf(end: End): string {
    if (texts[end].trim() === '') return end === 'from' ? words.anyFrom : words.anyTo
    return read[end] === '' ? NOTHING : tellDay(read[end])
  }

  function type(end: End, text: string) {
    setTexts({ ...texts, [end]: text })
    const other = end === 'from' ? 'to' : 'from'
    // What is wrong with the other end alone stays; that they do not go together is a matter of both.
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
      if (!read.from && !read.to) found.from = words.empty
      else if (isInverted(read)) found.to = words.inverted
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
        {/* What is said is as wide as the months, however long it is. */}
        <p aria-live="polite" className="tnum w-0 min-w-full font-semibold text-base">
          {isInverted(read) ? legend : tellRange(read)}
        </p>
        <div className="grid w-0 min-w-full grid-cols-2 items-start gap-3">
          {ends.map((end) => (
            <Field
              key={end}
              label={words[end]}
              error={problems[end]}
              hint={hintOf(end)}
              room={months === 1 ? 2 : 1}
            >
              <Input
                name={end}
                value={texts[end]}
                placeholder={dayPattern(locale, words.letters)}
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
          words={words}
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
          {words.clear}
        </Button>
        <Button type="submit" variant="primary" className="max-sm:grow">
          {words.apply}
        </Button>
      </PanelFoot>
    </form>
  )
}

function monthOf(day: string): string | null {
  return dateOfDay(day) ? day : null
}
