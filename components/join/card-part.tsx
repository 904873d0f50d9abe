'use client'

import { ChevronDown, Lock } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { rewrite, typedExpiry, typedNumber } from '@/components/pay/card-typing'
import { type TestCardLine, TestCards } from '@/components/pay/test-cards'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { brandLabel, brandOf, cardDigits } from '@/lib/contract/card'
import { join } from '@/lib/messages/join'
import { pay } from '@/lib/messages/pay'
import { Consent } from './consent'
import type { JoinField, JoinProblems } from './join-answer'

type Props = {
  part: RefObject<HTMLDetailsElement | null>
  open: boolean
  merchant: string
  problems: JoinProblems
  forget: (field: JoinField) => void
  testCards: readonly TestCardLine[]
}

/** The optional card, folded away: the fields of the payer's page and a consent of their own. */
export function CardPart({ part, open, merchant, problems, forget, testCards }: Props) {
  const [brand, setBrand] = useState<string | null>(null)

  function fillCard(number: string) {
    const input = part.current?.querySelector<HTMLInputElement>('input[name=number]')
    if (!input) return
    input.value = typedNumber(number)
    setBrand(brandOf(number))
    forget('number')
    part.current?.querySelector<HTMLInputElement>('input[name=expiry]')?.focus()
  }

  return (
    <details ref={part} open={open} className="group/card rounded-lg border px-3 py-1">
      <summary className="hit flex items-center justify-between gap-2 py-1">
        <span className="font-medium">{join.card}</span>
        <span className="flex items-center gap-2 text-muted text-xs">
          {join.optional}
          <ChevronDown aria-hidden className="size-4 transition-transform group-open/card:rotate-180" />
        </span>
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-3">
        <p className="break-words text-muted text-sm">{join.cardLead(merchant)}</p>
        <Field label={pay.number} error={problems.number}>
          <Input
            name="number"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            maxLength={30}
            className="tnum"
            after={brand ? brandLabel(brand) : undefined}
            onInput={(event) => {
              const input = event.currentTarget
              rewrite(input, typedNumber(input.value))
              setBrand(brandOf(cardDigits(input.value)))
              forget('number')
            }}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={pay.expiry} error={problems.expiry}>
            <Input
              name="expiry"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={pay.expiryHint}
              maxLength={9}
              className="tnum"
              onInput={(event) => {
                const deleting =
                  'inputType' in event.nativeEvent && String(event.nativeEvent.inputType).startsWith('delete')
                rewrite(event.currentTarget, typedExpiry(event.currentTarget.value, deleting))
                forget('expiry')
              }}
            />
          </Field>
          <Field label={pay.cvc} error={problems.cvc}>
            <Input
              name="cvc"
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={brand === 'amex' ? '1234' : '123'}
              maxLength={4}
              className="tnum"
              onInput={() => forget('cvc')}
            />
          </Field>
        </div>
        <Consent
          name="card_consent"
          label={join.cardConsent(merchant)}
          note={join.cardConsentNote(merchant)}
          error={problems.card_consent}
          onChange={() => forget('card_consent')}
        />
        <p className="flex items-start gap-2 text-muted text-xs">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {join.secure}
        </p>
        {testCards.length > 0 ? <TestCards cards={testCards} onUse={fillCard} /> : null}
      </div>
    </details>
  )
}
