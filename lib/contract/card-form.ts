import { asciiDigits } from '@/lib/domain/ascii-digits'
import {
  brandOf,
  type CardBrand,
  type CardExpiry,
  cardBrands,
  cardDigits,
  fitsBrand,
  isExpired,
  parseExpiry,
  passesLuhn,
} from '@/lib/domain/card'
import { isEmail } from '@/lib/domain/email-address'
import { codePoints, isStorable, normalizeText } from '@/lib/domain/text'
import type { FieldError } from './errors'
import { EMAIL_MAX, NAME_MAX } from './limits'

/** Fields of a card in the payer's form; absent fields are undefined. */
export type CardFields = { number?: string; expiry?: string; cvc?: string }
export type PayerFields = { name?: string; email?: string }

/** A validated card. Number and cvc are passed to `tokenize` only: never to a table, log, error or event. */
export type EnteredCard = {
  readonly number: string
  readonly expiry: CardExpiry
  readonly cvc: string
  readonly brand: CardBrand | null
  readonly last4: string
}

export type Payer = { readonly name: string; readonly email: string }

type Refused = { readonly ok: false; readonly fields: readonly FieldError[] }
export type CardCheck = { readonly ok: true; readonly card: EnteredCard } | Refused
export type PayerCheck = { readonly ok: true; readonly payer: Payer } | Refused
export type CardFormCheck = { readonly ok: true; readonly card: EnteredCard; readonly payer: Payer } | Refused

/** Cookie of the token that the page's script is sending; the server's own cookie is hidden from scripts. */
export const TRYING_COOKIE = 'trying'

const MIN_DIGITS = 12
const MAX_DIGITS = 19

/** Validates the payer's form and returns all errors at once, in the form's order. The e-mail may be empty. */
export function checkCardForm(form: CardFields & PayerFields, now: Date): CardFormCheck {
  const card = checkCard(form, now)
  const payer = checkPayer(form)
  if (card.ok && payer.ok) return { ok: true, card: card.card, payer: payer.payer }
  return { ok: false, fields: [...(card.ok ? [] : card.fields), ...(payer.ok ? [] : payer.fields)] }
}

/** Validates a card and returns all errors at once, in the form's order. */
export function checkCard(form: CardFields, now: Date): CardCheck {
  const number = cardDigits(form.number ?? '')
  const brand = brandOf(number)
  const expiry = parseExpiry(form.expiry ?? '')
  const cvc = asciiDigits(form.cvc ?? '').trim()
  const fields = [
    numberError(form.number ?? '', number, brand),
    expiryError(form.expiry ?? '', expiry, now),
    cvcError(cvc, brand),
  ].filter((error) => error !== null)
  if (fields.length > 0 || expiry === null) return { ok: false, fields }
  return { ok: true, card: { number, expiry, cvc, brand, last4: number.slice(-4) } }
}

/** Validates name and e-mail of a payer and returns both errors at once. The e-mail may be empty. */
export function checkPayer(form: PayerFields): PayerCheck {
  const name = normalizeText(form.name ?? '')
  const email = normalizeText(form.email ?? '')
  const fields = [nameError(name), emailError(email)].filter((error) => error !== null)
  return fields.length > 0 ? { ok: false, fields } : { ok: true, payer: { name, email } }
}

function numberError(typed: string, digits: string, brand: CardBrand | null): FieldError | null {
  const fieldError = (code: string, message: string) => ({ field: 'number', code, message })
  if (typed.trim() === '') return fieldError('required', 'Enter the card number.')
  if (/[^0-9\s-]/.test(asciiDigits(typed)))
    return fieldError('invalid_characters', 'The card number has digits only.')
  const lengths: readonly number[] = brand ? cardBrands[brand].lengths : []
  const shortest = lengths[0] ?? MIN_DIGITS
  const longest = lengths.at(-1) ?? MAX_DIGITS
  if (digits.length < shortest) return fieldError('too_short', 'The card number is too short.')
  if (digits.length > longest) return fieldError('too_long', 'The card number is too long.')
  if (brand && !lengths.includes(digits.length))
    return fieldError('invalid_number', 'The card number is not complete.')
  return passesLuhn(digits)
    ? null
    : fieldError('invalid_number', 'This is not a card number. Check its digits.')
}

function expiryError(typed: string, expiry: CardExpiry | null, now: Date): FieldError | null {
  const fieldError = (code: string, message: string) => ({ field: 'expiry', code, message })
  if (typed.trim() === '') return fieldError('required', 'Enter the expiry date.')
  if (!expiry) return fieldError('invalid_expiry', 'Enter month and year, such as 04/29.')
  return isExpired(expiry, now) ? fieldError('expired', 'This card has expired.') : null
}

function cvcError(cvc: string, brand: CardBrand | null): FieldError | null {
  const fieldError = (code: string, message: string) => ({ field: 'cvc', code, message })
  if (cvc === '') return fieldError('required', 'Enter the security code.')
  if (fitsBrand(cvc, brand)) return null
  return fieldError(
    'invalid_cvc',
    `The security code has ${brand ? cardBrands[brand].cvcLength : '3 or 4'} digits.`,
  )
}

function nameError(name: string): FieldError | null {
  if (name === '') return { field: 'name', code: 'required', message: 'Enter your name.' }
  if (!isStorable(name))
    return {
      field: 'name',
      code: 'invalid_characters',
      message: 'The name has a character that cannot be kept.',
    }
  if (codePoints(name) <= NAME_MAX) return null
  return { field: 'name', code: 'too_long', message: `The name has at most ${NAME_MAX} characters.` }
}

function emailError(email: string): FieldError | null {
  if (email === '' || (isStorable(email) && email.length <= EMAIL_MAX && isEmail(email))) return null
  return {
    field: 'email',
    code: 'invalid_email',
    message: 'Enter an e-mail address such as ana@example.com.',
  }
}
