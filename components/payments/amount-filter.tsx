'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { FilterPill } from '@/components/filters/filter-pill'
import { usePlace } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { parseAmount } from '@/components/money/parse-amount'
import { Button } from '@/components/ui/button'
import { Field, FieldError } from '@/components/ui/field'
import { isCurrency } from '@/lib/contract/currencies'
import { formatMajor } from '@/lib/contract/money'
import { payments } from '@/lib/messages/payments'
import { type PaymentFilter, paymentsHref } from './payment-filter'

type Props = { filter: PaymentFilter; currency: string }

/** Amounts from one to another, both included, written as the person writes numbers. */
export function AmountFilter({ filter, currency }: Props) {
  const { locale } = usePlace()
  const { min, max } = filter
  const shown = (text: string) => formatMajor(Number(text), currency, locale)
  const value =
    min && max
      ? payments.amountSpan(shown(min), shown(max))
      : min
        ? payments.amountOver(shown(min))
        : max
          ? payments.amountUnder(shown(max))
          : null
  return (
    <FilterPill
      name={payments.amountFilter}
      value={value}
      clearHref={paymentsHref(filter, { min: undefined, max: undefined })}
      clearLabel={payments.removeFilter(payments.amountFilter)}
    >
      {(close) => <Range filter={filter} currency={currency} onChosen={close} />}
    </FilterPill>
  )
}

function Range({ filter, currency, onChosen }: Props & { onChosen: () => void }) {
  const router = useRouter()
  const { locale } = usePlace()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const written = (text: string | undefined) =>
    text === undefined ? '' : formatMajor(Number(text), currency, locale)

  /** The plain decimal of what was typed, empty for nothing, null for what is no amount. */
  function read(text: FormDataEntryValue | null): string | null {
    const typed = String(text ?? '').trim()
    if (typed === '') return ''
    if (!isCurrency(currency)) return /^\d+(\.\d+)?$/.test(typed) ? typed : null
    const parsed = parseAmount(typed, currency, locale)
    return parsed.ok ? String(parsed.major) : null
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [min, max] = [read(form.get('min')), read(form.get('max'))]
    if (min === null || max === null) return setProblem(payments.amountWrong)
    if (min === '' && max === '') return setProblem(payments.amountNone)
    if (min !== '' && max !== '' && Number(min) > Number(max)) return setProblem(payments.amountTwisted)
    router.push(paymentsHref(filter, { min: min || undefined, max: max || undefined }), { scroll: false })
    onChosen()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 p-1.5">
      <div className="grid grid-cols-2 gap-2">
        <Field label={payments.amountFrom}>
          <AmountInput
            name="min"
            currency={currency}
            defaultValue={written(filter.min)}
            aria-describedby={`${id}-error`}
            aria-invalid={problem ? true : undefined}
          />
        </Field>
        <Field label={payments.amountTo}>
          <AmountInput
            name="max"
            currency={currency}
            defaultValue={written(filter.max)}
            aria-describedby={`${id}-error`}
            aria-invalid={problem ? true : undefined}
          />
        </Field>
      </div>
      <FieldError id={`${id}-error`} message={problem} />
      <Button type="submit">{payments.apply}</Button>
    </form>
  )
}
