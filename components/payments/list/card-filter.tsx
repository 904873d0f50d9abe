'use client'

import { type FormEvent, useId, useState } from 'react'
import { FilterFooter } from '@/components/list/filter-footer'
import type { ChoicesProps, FilterEntry } from '@/components/list/filters'
import { useGo } from '@/components/shell/navigation/use-go'
import { ChoiceGroup } from '@/components/ui/choice'
import { FieldError } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { brandLabel, type CardBrand, cardChoiceText, readCardChoice } from '@/lib/domain/card'
import { payments } from '@/lib/messages/payments'

/** The most common brands. Any other brand is offered only while it is the current filter. */
const brands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb'] as const satisfies CardBrand[]

/** Value of the option for any brand. */
const ANY = ''

/** The filter by a card's last four digits, its brand, or both. */
export const cardFilter: FilterEntry<PaymentFilter> = {
  keys: ['card'],
  name: payments.cardFilter,
  label: cardLabel,
  pill: { width: 'form', choices: (props) => <Choices {...props} /> },
}

/** Returns `Visa`, `••4242` or `Visa ••4242`; null for any card. */
function cardLabel({ card }: PaymentFilter): string | null {
  if (card === undefined) return null
  const { brand, last4 } = readCardChoice(card)
  return payments.cards(brand && brandLabel(brand), last4)
}

function Choices({ filter, hrefOf, onChosen }: ChoicesProps<PaymentFilter>) {
  const go = useGo()
  const id = useId()
  const now = readCardChoice(filter.card ?? '')
  const [last4, setLast4] = useState(now.last4 ?? '')
  const [brand, setBrand] = useState(now.brand ?? ANY)
  const [problem, setProblem] = useState<string>()
  const offered = new Set([...brands, ...(now.brand ? [now.brand] : [])])
  const choices = [...offered].map((key) => ({ value: key, label: brandLabel(key) }))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = last4.replace(/\D/g, '')
    const noDigits = last4.trim() === ''
    if (noDigits && brand === ANY) return filter.card ? show(undefined) : setProblem(payments.cardNone)
    if (!noDigits && typed.length !== 4) return setProblem(payments.cardLast4Wrong)
    show(cardChoiceText({ brand: brand || null, last4: typed || null }))
  }

  function show(card: string | undefined) {
    if (go(hrefOf({ card }), { scroll: false })) onChosen()
  }

  function clear() {
    if (filter.card) return show(undefined)
    setLast4('')
    setBrand(ANY)
    setProblem(undefined)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-last4`} className="font-medium text-sm">
        {payments.cardLast4}
      </label>
      <Input
        id={`${id}-last4`}
        name="last4"
        value={last4}
        onChange={(event) => {
          setLast4(event.target.value)
          setProblem(undefined)
        }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        className="tnum"
        aria-describedby={`${id}-error`}
        aria-invalid={problem ? true : undefined}
      />
      <FieldError id={`${id}-error`} message={problem} room={1} />
      <ChoiceGroup
        legend={payments.cardBrand}
        name="brand"
        value={brand}
        options={[{ value: ANY, label: payments.cardAny }, ...choices]}
        onChange={(chosen) => {
          setBrand(chosen)
          if (last4.trim() === '') setProblem(undefined)
        }}
        className="mb-2.5"
      />
      <FilterFooter clear={payments.clearFilters} apply={payments.apply} onClear={clear} />
    </form>
  )
}
