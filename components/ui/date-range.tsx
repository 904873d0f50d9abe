'use client'

import { useId, useState } from 'react'
import { Input } from './input'

type Props = {
  legend: string
  fromLabel: string
  toLabel: string
  /** Calendar days, `2026-11-21`, or empty. */
  from: string
  to: string
  /** The last day that can be chosen. */
  max?: string
}

/** Two days as the platform picks them, in a form as `from` and `to`; neither can pass the other. */
export function DateRange({ legend, fromLabel, toLabel, from, to, max }: Props) {
  const id = useId()
  const [range, setRange] = useState({ from, to })
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{legend}</legend>
      <label htmlFor={`${id}-from`} className="text-muted text-sm">
        {fromLabel}
      </label>
      <div className="w-40">
        <Input
          id={`${id}-from`}
          type="date"
          name="from"
          value={range.from}
          max={range.to || max}
          onChange={(event) => setRange({ ...range, from: event.target.value })}
        />
      </div>
      <label htmlFor={`${id}-to`} className="text-muted text-sm">
        {toLabel}
      </label>
      <div className="w-40">
        <Input
          id={`${id}-to`}
          type="date"
          name="to"
          value={range.to}
          min={range.from || undefined}
          max={max}
          onChange={(event) => setRange({ ...range, to: event.target.value })}
        />
      </div>
    </fieldset>
  )
}
