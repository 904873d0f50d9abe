'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { FilterChoice, FilterPill } from '@/components/filters/filter-pill'
import { Button } from '@/components/ui/button'
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
      {(close) => (
        <div className="flex flex-col">
          <LastFour filter={filter} digits={isDigits ? card : ''} onChosen={close} />
          <p className="mt-1.5 border-t px-2.5 pt-2.5 pb-1 text-muted text-xs">{payments.cardBrand}</p>
          <div className="grid grid-cols-2">
            {brands.map((brand) => (
              <FilterChoice
                key={brand}
                href={paymentsHref(filter, { card: brand })}
                current={card === brand}
                onChosen={close}
              >
                {brandLabel(brand)}
              </FilterChoice>
            ))}
          </div>
        </div>
      )}
    </FilterPill>
  )
}

type LastFourProps = { filter: PaymentFilter; digits: string; onChosen: () => void }

function LastFour({ filter, digits, onChosen }: LastFourProps) {
  const router = useRouter()
  const id = useId()
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('last4') ?? '').replace(/\D/g, '')
    if (typed.length !== 4) return setProblem(payments.cardLast4Wrong)
    router.push(paymentsHref(filter, { card: typed }), { scroll: false })
    onChosen()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5 p-1.5">
      <label htmlFor={`${id}-last4`} className="text-muted text-xs">
        {payments.cardLast4}
      </label>
      <div className="flex gap-2">
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
        <Button type="submit">{payments.apply}</Button>
      </div>
      <FieldError id={`${id}-error`} message={problem} />
    </form>
  )
}
