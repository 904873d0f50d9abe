'use client'

import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '@/lib/ui/cn'
import type { CalendarCopy } from './calendar'
import { FieldError } from './field'
import { controlClasses, Input } from './input'
import { lazyModule, useLazyModule } from './lazy-module'
import { readTime, stepTime } from './typed-time'

/** Loaded on hover or focus, since the calendar is larger than the form. */
const calendarPanel = lazyModule(() => import('./calendar-panel').then((module) => module.CalendarPanel))

/** Time of a day without a typed time. */
const END_OF_DAY = '23:59'
const STEP_MIN = 15
const BIG_STEP_MIN = 60

type DateTimeCopy = {
  choose: string
  chosen: (day: string) => string
  time: string
  timeProblem: string
  steps: string
  close: string
}

type Props = {
  legend: string
  name: string
  /** `2026-11-20T18:30` in the account's zone. A missing part is empty; an invalid time is as typed. */
  value: string
  onChange: (value: string) => void
  copy: DateTimeCopy & CalendarCopy
  locale: string
  /** Today in the account's zone. Days are `2026-11-21`. */
  today: string
  /** First day that can be chosen. */
  min?: string
  formatDay: (day: string) => string
  hint?: ReactNode
  error?: string | undefined
}

/** Renders a day from a calendar and a time. Without a time it means the end of the day. */
export function DateTimeField({
  legend,
  name,
  value,
  onChange,
  copy,
  locale,
  today,
  min,
  formatDay,
  hint,
  error,
}: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [[day = '', time = ''], setParts] = useState(() => value.split('T'))
  const [open, setOpen] = useState(false)
  const Panel = useLazyModule(calendarPanel)
  const [left, setLeft] = useState(false)
  const unreadable = time.trim() !== '' && readTime(time) === null
  // The error of a field without a day is about the day, whatever the time is.
  const lacksDay = Boolean(error) && !day
  const problem = !lacksDay && left && unreadable ? copy.timeProblem : error
  const describedBy = problem ? `${id}-error` : hint ? `${id}-hint` : undefined

  function change(nextDay: string, nextTime: string) {
    setParts([nextDay, nextTime])
    const read = readTime(nextTime.trim() === '' ? END_OF_DAY : nextTime)
    onChange(nextDay || nextTime.trim() ? `${nextDay}T${read ?? nextTime.trim()}` : '')
  }

  function pick(next: string) {
    change(next, time.trim() === '' ? END_OF_DAY : time)
    setOpen(false)
  }

  function step(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const minutes = event.shiftKey ? BIG_STEP_MIN : STEP_MIN
    change(day, stepTime(readTime(time) ?? END_OF_DAY, event.key === 'ArrowUp' ? minutes : -minutes))
  }

  async function toggle() {
    setOpen(!open)
    if (!open && !(await calendarPanel.loadOrNull())) setOpen(false)
  }

  return (
    <fieldset className="flex max-w-84 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2">
        <button
          ref={button}
          type="button"
          name={name}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open && Panel ? `${id}-panel` : undefined}
          aria-label={day ? copy.chosen(formatDay(day)) : copy.choose}
          aria-describedby={describedBy}
          aria-invalid={lacksDay || (error && !unreadable) ? true : undefined}
          onPointerEnter={calendarPanel.preload}
          onFocus={calendarPanel.preload}
          onClick={toggle}
          className={cn(
            controlClasses,
            'tnum flex items-center gap-2 text-left hover:bg-hover',
            !day && 'text-muted',
          )}
        >
          {/* The narrowest phone has no room for the icon. */}
          <CalendarDays aria-hidden className="size-4 shrink-0 text-muted max-[22rem]:hidden" />
          <span className="min-w-0 truncate" title={day ? formatDay(day) : undefined}>
            {day ? formatDay(day) : copy.choose}
          </span>
        </button>
        <Input
          aria-label={copy.time}
          aria-description={copy.steps}
          aria-describedby={describedBy}
          aria-invalid={problem && !lacksDay ? true : undefined}
          value={time}
          inputMode="numeric"
          placeholder={END_OF_DAY}
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          onChange={(event) => {
            setLeft(false)
            change(day, event.target.value)
          }}
          onKeyDown={step}
          onBlur={() => {
            setLeft(true)
            const read = readTime(time)
            if (read) setParts([day, read])
          }}
          className="tnum"
        />
      </div>
      {/* The empty line keeps the layout stable. */}
      {problem ? null : (
        <div id={`${id}-hint`} className="min-h-[1lh] text-muted text-xs">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} message={problem} />
      {open && Panel ? (
        <Panel
          id={`${id}-panel`}
          name={copy.choose}
          button={button}
          onClose={() => setOpen(false)}
          closeLabel={copy.close}
          calendar={{ locale, copy, today, min, chosen: day, onPick: pick }}
        />
      ) : null}
    </fieldset>
  )
}
