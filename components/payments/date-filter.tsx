'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { FilterChoice, FilterPill } from '@/components/filters/filter-pill'
import { usePlace } from '@/components/locale/locale-provider'
import { dayIn } from '@/components/time/day-bounds'
import { dayName } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Field, FieldError } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { payments } from '@/lib/messages/payments'
import { isTwisted, type PaymentFilter, paymentsHref, periods, shownDays } from './payment-filter'

const presets = periods.filter((period) => period !== 'custom')

/** Days: presets, or a range with both days named. Days are the account's. */
export function DateFilter({ filter }: { filter: PaymentFilter }) {
  const { timeZone, now } = usePlace()
  return (
    <FilterPill
      name={payments.period}
      value={filter.period ? shownPeriod(filter, timeZone, now) : null}
      clearHref={paymentsHref(filter, { period: undefined })}
      clearLabel={payments.removeFilter(payments.period)}
    >
      {(close) => (
        <div className="flex flex-col">
          {presets.map((period) => (
            <FilterChoice
              key={period}
              href={paymentsHref(filter, { period })}
              current={filter.period === period}
              onChosen={close}
              note={daysOf({ period }, timeZone, now)}
            >
              {payments.periods[period]}
            </FilterChoice>
          ))}
          <OwnRange filter={filter} onChosen={close} />
        </div>
      )}
    </FilterPill>
  )
}

function OwnRange({ filter, onChosen }: { filter: PaymentFilter; onChosen: () => void }) {
  const router = useRouter()
  const { timeZone, now } = usePlace()
  const id = useId()
  const [problem, setProblem] = useState<string | undefined>(
    isTwisted(filter) ? payments.fromAfterTo : undefined,
  )
  const max = dayIn(now, timeZone)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const day = (name: string) => String(form.get(name) ?? '') || undefined
    const range: PaymentFilter = { ...filter, period: 'custom' }
    const [from, to] = [day('from'), day('to')]
    const chosen = { ...range, ...(from ? { from } : {}), ...(to ? { to } : {}) }
    if (!from && !to) return setProblem(payments.noDay)
    if (isTwisted({ period: 'custom', ...(from ? { from } : {}), ...(to ? { to } : {}) }))
      return setProblem(payments.fromAfterTo)
    router.push(paymentsHref(chosen, { from, to }), { scroll: false })
    onChosen()
  }

  return (
    <form noValidate onSubmit={submit} className="mt-1.5 border-t px-2.5 pt-2.5 pb-1.5">
      <fieldset aria-describedby={`${id}-error`} className="grid grid-cols-2 gap-2">
        <legend className="mb-1.5 font-medium text-sm">{payments.ownRange}</legend>
        <Field label={payments.from}>
          <Input
            type="date"
            name="from"
            max={max}
            defaultValue={filter.from}
            aria-invalid={problem ? true : undefined}
            className="px-2"
          />
        </Field>
        <Field label={payments.to}>
          <Input
            type="date"
            name="to"
            max={max}
            defaultValue={filter.to}
            aria-invalid={problem ? true : undefined}
            className="px-2"
          />
        </Field>
      </fieldset>
      <div className="mt-1.5">
        <FieldError id={`${id}-error`} message={problem} />
      </div>
      <Button type="submit" className="mt-1.5 w-full">
        {payments.apply}
      </Button>
    </form>
  )
}

function shownPeriod(filter: PaymentFilter, timeZone: string, now: number): string {
  if (filter.period && filter.period !== 'custom') return payments.periods[filter.period]
  if (isTwisted(filter)) return payments.span(dayName(filter.from ?? '', now), dayName(filter.to ?? '', now))
  return daysOf(filter, timeZone, now) ?? payments.periods.custom
}

function daysOf(filter: PaymentFilter, timeZone: string, now: number): string | null {
  const { first, last } = shownDays(filter, timeZone, now)
  if (first && last) return payments.span(dayName(first, now), dayName(last, now))
  if (first && filter.period !== 'custom') {
    return payments.span(dayName(first, now), dayName(dayIn(now, timeZone), now))
  }
  if (first) return payments.since(dayName(first, now))
  return last ? payments.until(dayName(last, now)) : null
}
