import { checkCard } from '@/lib/contract/card-form'
import type { FieldError } from '@/lib/contract/errors'
import type { CardEntry, CardInput } from './port'

/** Field of the processor's id of a card, which its own fields give to a payer's page. */
const HOSTED_CARD_FIELD = 'payment_method'
const HOSTED_ID = /^pm_[A-Za-z0-9_]{1,255}$/
const TYPED_FIELDS = ['number', 'expiry', 'cvc'] as const

export type CardInputCheck =
  | { readonly ok: true; readonly card: CardInput }
  | { readonly ok: false; readonly fields: readonly FieldError[] }

/** Returns the names of the fields that contain the card in a payer's form. */
export function cardFieldsOf(cardEntry: CardEntry): readonly string[] {
  return cardEntry === 'hosted_fields' ? [HOSTED_CARD_FIELD] : TYPED_FIELDS
}

/** Checks the card of a form. With the processor's own fields, no field of a card number is read. */
export function checkCardInput(
  cardEntry: CardEntry,
  field: (name: string) => string,
  now: Date,
): CardInputCheck {
  if (cardEntry === 'hosted_fields') return checkHostedCard(field(HOSTED_CARD_FIELD))
  const [number, expiry, cvc] = TYPED_FIELDS.map(field)
  const checked = checkCard({ number, expiry, cvc }, now)
  if (!checked.ok) return checked
  const { month: expiryMonth, year: expiryYear } = checked.card.expiry
  return { ok: true, card: { number: checked.card.number, expiryMonth, expiryYear, cvc: checked.card.cvc } }
}

function checkHostedCard(hostedId: string): CardInputCheck {
  if (HOSTED_ID.test(hostedId)) return { ok: true, card: { hostedId } }
  const code = hostedId === '' ? 'required' : 'invalid'
  return { ok: false, fields: [{ field: HOSTED_CARD_FIELD, code, message: 'Enter the card.' }] }
}
