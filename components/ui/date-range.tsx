'use client'

import { type FormEvent, useRef, useState } from 'react'
import { Button } from './button'
import { Calendar, type CalendarWords } from './calendar'
import { dateOfDay, nameOfDate } from './calendar-day'
import { type DayRange, isInverted, pickDay } from './day-range'
import { Field } from './field'
import { Input } from './input'
import { PanelFoot } from './panel-foot'
import { type DayPart, dayPattern, lackedDay, readDay, readSpelledDay } from './typed-day'
import { IN_SHEET, useMedia } from './use-media'

export type DateRangeWords = {
  from: string
  to: string
  /** Under an end that is open. */
  anyFrom: string
  anyTo: string
  apply: string
  clear: string
  letters: Readonly<Record<DayPart, string>>
  /** The form in which a day comes to stand in its field. */
  shape: string
  /** A day as it will stand there, and the shortest way to type one. */
  unreadable: (example: string, pattern: string) => string
  /** Of a month that has no such day. */
  lacking: (month: string, days: string) => string
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
  /** A day as it stands in a field once it is read: `15 Nov 2026`. */
  showDay: (day: string) => string
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
  showDay,
  onApply,
  onEdit,
  onClear,
}: Props) {
  const write = (day: string) => (dateOfDay(day) ? showDay(day) : day)
  const readEnd = (text: string) =>
    readDay(text, locale) ?? readSpelledDay(text, showDay, { today, min, max })
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
  const read = { from: readEnd(texts.from) ?? '', to: readEnd(texts.to) ?? '' }

  function unread(text: string): string {
    const lacked = lackedDay(text, locale, showDay)
    if (!lacked) return words.unreadable(showDay(today), dayPattern(locale, words.letters))
    const { month, year, days } = lacked
    const first = new Date(year ?? 2000, month - 1, 1, 12)
    const name = nameOfDate(first, locale, { month: 'long', ...(year ? { year: 'numeric' } : {}) })
    return words.lacking(name, String(days))
  }

  function problemOf(end: End): string | undefined {
    const day = read[end]
    if (texts[end].trim() === '') return undefined
    if (day === '') return unread(texts[end])
    if (min && day < min) return words.early(tellDay(min))
    return max && day > max ? words.late(tellDay(max)) : undefined
  }

  /** How a day that is being typed is read; one that stands there written out needs no telling, half of one says nothing. */
  function hintOf(end: End): string {
    if (texts[end].trim() === '') return end === 'from' ? words.anyFrom : words.anyTo
    return read[end] === '' || texts[end] === write(read[end]) ? NOTHING : tellDay(read[end])
  }

  function type(end: End, text: string) {
    setTexts({ ...texts, [end]: text })
    const other = end === 'from' ? 'to' : 'from'
    // What is wrong with the other end alone stays; that they do not go together is a matter of both.
    const wrong = problems[other] ? problemOf(other) : undefined
    setProblems(wrong ? { [other]: wrong } : {})
    onEdit?.()
    const day = readEnd(text)
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
                placeholder={words.shape}
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
