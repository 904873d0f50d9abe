'use client'

import { useEffect, useRef, useState } from 'react'
import { Field, type Problems } from '@/components/ui/field'
import { asciiDigits } from '@/lib/domain/ascii-digits'
import { brandOf, type CardBrand, cardBrands, cardDigits, fitsBrand } from '@/lib/domain/card'
import { cardProblems, codeDigits, payForm } from '@/lib/messages/pay-form'
import { cn } from '@/lib/ui/cn'
import { BrandMark } from './brand-mark'
import { rewrite, typedExpiry, typedNumber } from './card-typing'
import { fillCard } from './fill-card'
import { PayInput } from './pay-input'
import { type TestCardLine, TestCards } from './test-cards'

type CardPartField = 'number' | 'expiry' | 'cvc'

type Props = {
  problems: Problems<CardPartField>
  /** Removes the error of a field that is being edited. */
  forget: (field: CardPartField) => void
  /** Checks a field that lost the focus to another element. */
  leave?: (field: CardPartField, to: EventTarget | null) => void
  required?: boolean
  /** True after a decline cleared the security code. The request to enter it again is not shown as an error. */
  codeEmptied?: boolean
  testCards: readonly TestCardLine[]
  /** Moves the focus on after a test card has filled the form. */
  onPicked?: (form: HTMLFormElement) => void
}

const ofLength: ReadonlySet<string | undefined> = new Set(Object.values(codeDigits))

/** Renders number, expiry and security code of the payment and sign-up forms; in test mode also the test cards. */
export function CardFields({
  problems,
  forget,
  leave,
  required = false,
  codeEmptied = false,
  testCards,
  onPicked,
}: Props) {
  const list = useRef<HTMLDetailsElement>(null)
  const number = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [brand, setBrand] = useState<CardBrand | null>(null)
  /** True if the number changed to another brand, whose security code has another length. */
  const [misfit, setMisfit] = useState(false)
  const isNonTestCard = problems.number === cardProblems['number.not_test_card']
  const [wasNonTestCard] = useState(isNonTestCard)
  // The list of test cards expands once a number is refused because it is no test card.
  useEffect(() => {
    if (isNonTestCard && list.current) list.current.open = true
  }, [isNonTestCard])
  // The number may have been filled in before hydration.
  useEffect(() => setBrand(brandOf(cardDigits(number.current?.value ?? ''))), [])

  function readBrand(digits: string) {
    const next = brandOf(digits)
    if (next === brand) return
    setBrand(next)
    const typed = asciiDigits(code.current?.value ?? '').trim()
    if (!typed) return
    forget('cvc')
    setMisfit(next !== null && !fitsBrand(typed, next))
  }

  function pick(picked: string) {
    const form = number.current?.form
    if (!form) return
    fillCard(form, picked, new Date())
    if (list.current) list.current.open = false
    onPicked?.(form)
  }

  const codeLength = brand && cardBrands[brand].cvcLength
  // The message names the brand of the number as it is now, regardless of which check found the error.
  const codeProblem =
    codeLength && (misfit || ofLength.has(problems.cvc))
      ? codeDigits[`cvc.digits_${codeLength}`]
      : problems.cvc
  return (
    <div className="flex flex-col gap-4">
      <Field label={payForm.number} error={problems.number} required={required}>
        <PayInput
          ref={number}
          name="number"
          required={required}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          maxLength={30}
          className="tnum"
          after={<BrandMark brand={brand} />}
          onInput={(event) => {
            const input = event.currentTarget
            rewrite(input, typedNumber(input.value))
            readBrand(cardDigits(input.value))
            forget('number')
          }}
          onBlur={(event) => leave?.('number', event.relatedTarget)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={payForm.expiry} error={problems.expiry} required={required}>
          <PayInput
            name="expiry"
            required={required}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder={payForm.expiryHint}
            // The longest accepted text, before it is formatted: `03 / 2029` and `2029 - 03 - 31`.
            maxLength={14}
            className="tnum"
            onInput={(event) => {
              const { nativeEvent, currentTarget } = event
              const deleting =
                'inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('delete')
              rewrite(currentTarget, typedExpiry(currentTarget.value, deleting))
              forget('expiry')
            }}
            onBlur={(event) => leave?.('expiry', event.relatedTarget)}
          />
        </Field>
        <Field
          label={payForm.cvc}
          hint={codeEmptied ? payForm.cvcAgain : undefined}
          error={codeProblem}
          required={required}
        >
          <PayInput
            ref={code}
            name="cvc"
            required={required}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder={codeLength === 4 ? '1234' : '123'}
            maxLength={codeLength ?? 4}
            className={cn('tnum', codeEmptied && 'border-warning')}
            onInput={() => {
              setMisfit(false)
              forget('cvc')
            }}
            onBlur={(event) => leave?.('cvc', event.relatedTarget)}
          />
        </Field>
      </div>
      {testCards.length > 0 ? (
        <TestCards list={list} cards={testCards} open={wasNonTestCard} onPick={pick} />
      ) : null}
    </div>
  )
}
