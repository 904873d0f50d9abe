import { checkPayer, type Payer } from '@/lib/contract/card-form'
import type { FieldError } from '@/lib/contract/errors'
import { checkCardInput } from '@/lib/service/processor/check-card-input'
import type { CardEntry, CardInput } from '@/lib/service/processor/port'

export type PayFormCheck =
  | { readonly ok: true; readonly card: CardInput; readonly payer: Payer }
  | { readonly ok: false; readonly fields: readonly FieldError[] }

/**
 * Checks the form of a payment and returns all errors at once, in the form's order. `field` reads one field; an absent
 * one is empty.
 */
export function checkPayForm(cardEntry: CardEntry, field: (name: string) => string, now: Date): PayFormCheck {
  const card = checkCardInput(cardEntry, field, now)
  const payer = checkPayer({ name: field('name'), email: field('email') })
  if (card.ok && payer.ok) return { ok: true, card: card.card, payer: payer.payer }
  return { ok: false, fields: [...(card.ok ? [] : card.fields), ...(payer.ok ? [] : payer.fields)] }
}
