import { checkCardForm } from '@/lib/contract/card-form'
import { createCustomerSchema } from '@/lib/contract/customer'
import type { FieldError } from '@/lib/contract/errors'
import { fieldErrors } from '@/lib/contract/field-errors'
import { normalizeText } from '@/lib/domain/text'
import { unicodeEmail } from '@/lib/platform/typed-url'
import type { CardDetails } from '@/lib/service/processor/port'

/** Personal data in the sign-up form. */
export interface SignUpDetails {
  name: string
  phone: string
  email: string | null
}

export type SignUpCheck =
  /** `card` is null if none was entered: it is optional. */
  | { ok: true; details: SignUpDetails; card: CardDetails | null }
  | { ok: false; fields: readonly FieldError[] }

const detailsSchema = createCustomerSchema.pick({ name: true, phone: true, email: true })
const cardFields = ['number', 'expiry', 'cvc'] as const

/**
 * Checks the sign-up form and returns all errors at once, in the form's order. `field` reads one field; an absent one
 * is empty.
 */
export function checkSignUpForm(field: (name: string) => string, now: Date): SignUpCheck {
  const typed = { name: field('name'), phone: field('phone'), email: normalizeText(field('email')) || null }
  const details = detailsSchema.safeParse(typed)
  const fields = details.success ? [] : fieldErrors(details.error, typed)
  const card = checkCard(field, now)
  fields.push(...card.fields)
  if (field('consent') !== '1') fields.push(missing('consent'))
  if (!details.success || fields.length > 0) return { ok: false, fields }
  const { name, phone, email } = details.data
  return { ok: true, details: { name, phone, email: email && unicodeEmail(email) }, card: card.entered }
}

/**
 * Checks the card. Any filled field makes all of them required. Consent without a card is an error too; the page clears
 * the consent when an empty card is collapsed.
 */
function checkCard(field: (name: string) => string, now: Date) {
  const [number, expiry, cvc] = cardFields.map(field)
  const consent = field('card_consent') === '1'
  const typed = [number, expiry, cvc].some((text) => text?.trim())
  if (!typed) return { entered: null, fields: consent ? [cardMissing] : [] }
  // The card's own name field is not part of this form, which has the person's name.
  const checked = checkCardForm({ number, expiry, cvc, name: 'x' }, now)
  const fields = checked.ok ? [] : [...checked.fields]
  if (!consent) fields.push(missing('card_consent'))
  if (!checked.ok) return { entered: null, fields }
  const { card } = checked
  const { month, year } = card.expiry
  return {
    entered: { number: card.number, expiryMonth: month, expiryYear: year, cvc: card.cvc },
    fields,
  }
}

/** The error is only on the number: without consent no card field is required. */
const cardMissing: FieldError = {
  field: 'number',
  code: 'consented',
  message: 'Enter the card that is to be saved.',
}

function missing(field: string): FieldError {
  return { field, code: 'required', message: 'Must be agreed to.' }
}
