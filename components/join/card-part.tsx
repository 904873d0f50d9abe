'use client'

import { ChevronDown, CreditCard, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { CardFields } from '@/components/pay/form/card-fields'
import { Consent } from '@/components/pay/form/consent'
import type { TestCardLine } from '@/components/pay/form/test-cards'
import type { Problems } from '@/components/ui/field'
import { join } from '@/lib/messages/join'

export const cardPartFields = ['number', 'expiry', 'cvc', 'card_consent'] as const
type CardPartField = (typeof cardPartFields)[number]

type Props = {
  merchant: string
  problems: Problems<CardPartField>
  forget: (field: CardPartField) => void
  testCards: readonly TestCardLine[]
}

/** Renders the optional card, collapsed at first: the fields of the payer's page and a separate consent. */
export function CardPart({ merchant, problems, forget, testCards }: Props) {
  const part = useRef<HTMLDetailsElement>(null)
  const consent = useRef<HTMLDivElement>(null)
  const [isOpen] = useState(cardPartFields.some((field) => problems[field]))

  /** Clears the consent with the empty card when the part is collapsed: a hidden checkbox must not give consent. */
  function fold() {
    const box = consent.current?.querySelector('input')
    if (part.current?.open || !box?.checked) return
    const inputs = part.current?.querySelectorAll('input') ?? []
    if ([...inputs].some((input) => input !== box && input.value.trim())) return
    box.checked = false
    agree()
  }

  /** Clears the errors that the consent caused. */
  function agree() {
    forget('card_consent')
    if (problems.number === join.problems['number.consented']) forget('number')
  }

  return (
    // Rules replace the frame on the narrowest phones, where a frame would clip the card number.
    <details
      ref={part}
      open={isOpen}
      onToggle={fold}
      className="group/card rounded-lg border max-[22.4rem]:rounded-none max-[22.4rem]:border-x-0"
    >
      <summary className="hit flex min-h-11 items-center justify-between gap-2 rounded-lg px-3.5 py-2 max-[22.4rem]:px-0">
        <span className="flex items-center gap-2.5 font-medium">
          <CreditCard aria-hidden className="size-4 text-muted" />
          {join.card}
        </span>
        <span className="flex items-center gap-2 text-muted text-xs">
          {join.optional}
          <ChevronDown aria-hidden className="size-4 transition-transform group-open/card:rotate-180" />
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-3.5 pt-1 pb-4 max-[22.4rem]:px-0">
        <p className="wrap-break-word text-muted text-sm">{join.cardLead(merchant)}</p>
        <CardFields
          problems={problems}
          forget={forget}
          testCards={testCards}
          onPicked={() => consent.current?.querySelector('input')?.focus()}
        />
        <div ref={consent}>
          <Consent
            name="card_consent"
            label={join.cardConsent(merchant)}
            note={join.cardConsentNote(merchant)}
            error={problems.card_consent}
            onChange={agree}
          />
        </div>
        <p className="flex items-start gap-2 text-balance text-muted text-xs">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {join.secure}
        </p>
      </div>
    </details>
  )
}
