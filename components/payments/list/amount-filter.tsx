'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { FilterFooter } from '@/components/list/filter-footer'
import { FilterPill } from '@/components/list/filter-pill'
import { usePlace } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { paymentsHref } from '@/components/payments/payment-filter'
import { useGo } from '@/components/shell/use-go'
import { Field, FieldError } from '@/components/ui/field'
import { formatMajor } from '@/lib/contract/money'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import { type AmountEnd, amountEnds, readAmountRange } from './amount-range'
import { amountWords } from './filter-words'

type Props = { filter: PaymentFilter; currency: string }

const labels = { min: payments.amountFrom, max: payments.amountTo } as const

/** Amounts from one to another, both included, written as the person writes numbers. */
export function AmountFilter({ filter, currency }: Props) {
  const { locale } = usePlace()
  return (
    <FilterPill
      name={payments.amountFilter}
      value={amountWords(filter, currency, locale)}
      clearHref={paymentsHref(filter, { min: undefined, max: undefined })}
      clearLabel={filters.remove(payments.amountFilter)}
      width="form"
    >
      {(close) => <Range filter={filter} currency={currency} onChosen={close} />}
    </FilterPill>
  )
}

function Range({ filter, currency, onChosen }: Props & { onChosen: () => void }) {
  const go = useGo()
  const { locale } = usePlace()
  const errorId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<{ [E in AmountEnd]?: string }>({})
  const written = (text: string | undefined) =>
    text === undefined ? '' : formatMajor(Number(text), currency, locale)

  function show(range: { [E in AmountEnd]: string | undefined }) {
    if (go(paymentsHref(filter, range), { scroll: false })) onChosen()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = { min: String(data.get('min') ?? ''), max: String(data.get('max') ?? '') }
    const range = readAmountRange(typed, { currency, locale })
    if (range.ok) return show({ min: range.min, max: range.max })
    setProblems(range.problems)
    const first = amountEnds.find((end) => range.problems[end])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  function clear() {
    if (filter.min || filter.max) return show({ min: undefined, max: undefined })
    form.current?.reset()
    setProblems({})
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div className="grid grid-cols-2 items-start gap-2">
        {amountEnds.map((end) => (
          <Field key={end} label={labels[end]}>
            <AmountInput
              name={end}
              currency={currency}
              defaultValue={written(filter[end])}
              aria-invalid={problems[end] ? true : undefined}
              aria-describedby={problems[end] ? errorId : undefined}
              onChange={() => setProblems({})}
            />
          </Field>
        ))}
      </div>
      {/* Of both there is never more than one thing to say, and below both it has a line that is kept for it. */}
      <FieldError id={errorId} message={problems.min ?? problems.max} room={1} />
      <FilterFooter clear={payments.clearFilters} apply={payments.apply} onClear={clear} />
    </form>
  )
}
