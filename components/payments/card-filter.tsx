'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useRef, useState } from 'react'
import { FilterFooter } from '@/components/filters/filter-footer'
import { FilterChoice, FilterPill } from '@/components/filters/filter-pill'
import { FieldError } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { brandLabel, type CardBrand } from '@/lib/contract/card'
import { payments } from '@/lib/messages/payments'
import { type PaymentFilter, paymentsHref } from './payment-filter'

/** The brands that payers hold most; another one is still found by its last four digits. */
const brands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb'] as const satisfies CardBrand[]

/** A card by its last four digits, or all of one brand. */
export function CardFilter({ filter }: { filter: PaymentFilter }) {
  const { card } = filter
  const isDigits = card !== undefined && /^\d/.test(card)
  return (
    <FilterPill
      name={payments.cardFilter}
      value={card === undefined ? null : isDigits ? `••${card}` : brandLabel(card)}
      clearHref={paymentsHref(filter, { card: undefined })}
      clearLabel={payments.removeFilter(payments.cardFilter)}
    >
      {(close) => <Choices filter={filter} digits={isDigits ? card : ''} onChosen={close} />}
    </FilterPill>
  )
}

type ChoicesProps = { filter: PaymentFilter; digits: string; onChosen: () => void }

function Choices({ filter, digits, onChosen }: ChoicesProps) {
  const router = useRouter()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('last4') ?? '').replace(/\D/g, '')
    if (typed.length !== 4) return setProblem(payments.cardLast4Wrong)
    show(typed)
  }

  function show(card: string | undefined) {
    router.push(paymentsHref(filter, { card }), { scroll: false })
    onChosen()
  }

  function clear() {
    if (filter.card) return show(undefined)
    form.current?.reset()
    setProblem(undefined)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-1.5 sm:p-1.5">
      <label htmlFor={`${id}-last4`} className="text-muted text-xs">
        {payments.cardLast4}
      </label>
      <Input
        id={`${id}-last4`}
        name="last4"
        defaultValue={digits}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        className="tnum"
        aria-describedby={`${id}-error`}
        aria-invalid={problem ? true : undefined}
      />
      <FieldError id={`${id}-error`} message={problem} />
      <p className="mt-1.5 text-muted text-xs">{payments.cardBrand}</p>
      <div className="-mx-2.5 grid grid-cols-2">
        {brands.map((brand) => (
          <FilterChoice
            key={brand}
            href={paymentsHref(filter, { card: brand })}
            current={filter.card === brand}
            onChosen={onChosen}
          >
            {brandLabel(brand)}
          </FilterChoice>
        ))}
      </div>
      <FilterFooter clear={payments.clearFilters} apply={payments.apply} onClear={clear} />
    </form>
  )
}
