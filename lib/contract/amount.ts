import { decimalsOf } from '@/lib/domain/currencies'
import {
  AMOUNT_MAX_MINOR,
  AMOUNT_MIN_MINOR,
  type AmountProblem,
  toDecimalString,
  toMinor,
} from '@/lib/domain/money'
import type { FieldError } from './errors'

/**
 * Returns the error of a request's amount in this currency, with a message for people; null if it is valid. `literal` as
 * in toMinor.
 */
export function amountError(amountMajor: unknown, currency: string, literal?: string): FieldError | null {
  // The schema refuses anything but a number.
  if (typeof amountMajor !== 'number') return null
  const parsed = toMinor(amountMajor, currency, literal)
  if (parsed.ok || parsed.code === 'not_a_number') return null
  return { field: 'amount', code: parsed.code, message: amountMessage(parsed.code, currency) }
}

/** Returns the message for an amount that toMinor refused. */
export function amountMessage(problem: AmountProblem, currency: string): string {
  switch (problem) {
    case 'not_a_number':
      return 'Must be a number.'
    case 'too_many_decimals':
      return `Must have at most ${decimalsOf(currency)} decimal places in ${currency}.`
    case 'amount_too_small':
      return `Must be at least ${toDecimalString(AMOUNT_MIN_MINOR, currency)} ${currency}.`
    case 'amount_too_large':
      return `Must be at most ${toDecimalString(AMOUNT_MAX_MINOR, currency)} ${currency}.`
  }
}

/** Returns the minor units of an amount that amountError accepted. Throws RangeError for any other. */
export function amountToMinor(amountMajor: number, currency: string): number {
  const parsed = toMinor(amountMajor, currency)
  if (!parsed.ok) throw new RangeError(`amount was not checked before: ${parsed.code}`)
  return parsed.minor
}
