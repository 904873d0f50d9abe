import { createCustomerSchema } from '@/lib/contract/customer'
import type { FieldError } from '@/lib/contract/errors'
import { fieldErrors } from '@/lib/contract/field-errors'
import { normalizeText } from '@/lib/domain/text'
import { unicodeEmail } from '@/lib/platform/typed-url'
import { cardFieldsOf, checkCardInput } from '@/lib/service/processor/check-card-input'
import type { CardEntry, CardInput } from '@/lib/service/processor/port'

export interface SignUpDetails {
  name: string
  phone: string
  email: string | null
}

export type SignUpCheck =
  /** `card` is null if none was entered: it is optional. */
  { ok: true; details: SignUpDetails; card: CardInput | null } | { ok: false; fields: readonly FieldError[] }

const detailsSchema = createCustomerSchema.pick({ name: true, phone: true, email: true })

/** Checks the sign-up form and returns all errors at once, in the form's order. */
export function checkSignUpForm(
  cardEntry: CardEntry,
  field: (name: string) => string,
  now: Date,
): SignUpCheck {
  const typed = { name: field('name'), phone: field('phone'), email: normalizeText(field('email')) || null }
  const details = detailsSchema.safeParse(typed)
  const fields = details.success ? [] : fieldErrors(details.error, typed)
  const card = checkOptionalCard(cardEntry, field, now)
  fields.push(...card.fields)
  if (field('consent') !== '1') fields.push(missing('consent'))
  if (!details.success || fields.length > 0) return { ok: false, fields }
  const { name, phone, email } = details.data
  return { ok: true, details: { name, phone, email: email && unicodeEmail(email) }, card: card.entered }
}

/** Checks the card: any filled field makes all required, and a consent needs a card. */
function checkOptionalCard(
  cardEntry: CardEntry,
  field: (name: string) => string,
  now: Date,
): { entered: CardInput | null; fields: readonly FieldError[] } {
  const names = cardFieldsOf(cardEntry)
  const consent = field('card_consent') === '1'
  if (!names.some((name) => field(name).trim()))
    return { entered: null, fields: consent ? [cardMissing(names[0] ?? '')] : [] }
  const checked = checkCardInput(cardEntry, field, now)
  return {
    entered: checked.ok ? checked.card : null,
    fields: [...(checked.ok ? [] : checked.fields), ...(consent ? [] : [missing('card_consent')])],
  }
}

/** Returns the error of a consent without a card. Only the first field has it: without consent no field is required. */
function cardMissing(field: string): FieldError {
  return { field, code: 'consented', message: 'Enter the card that is to be saved.' }
}

function missing(field: string): FieldError {
  return { field, code: 'required', message: 'Must be agreed to.' }
}
