import { decimalsOf } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { AMOUNT_MAX_MINOR, AMOUNT_MIN_MINOR, formatMajor, toMajor } from '@/lib/domain/money'
import type { TypedAmount } from '@/lib/domain/parse-amount'
import { links } from '@/lib/messages/links'

/** The example in a problem about decimals, cut to the decimals of the currency. */
const EXAMPLE = 12.3456

/**
 * Returns the problem of a typed amount, with the bounds of its currency or its possible readings in the locale's notation;
 * null if it is valid. Throws RangeError for an unknown currency.
 */
export function amountProblem(amount: TypedAmount, currency: string, locale: string): string | null {
  if (amount.ok) return null
  const { problems } = links.form
  const shown = (major: number) => `${formatMajor(major, currency, locale)} ${currency}`
  switch (amount.code) {
    case 'ambiguous':
      return problems.ambiguous(amount.readings.map(shown))
    case 'too_many_decimals':
      return problems.too_many_decimals(currency, decimalsOf(currency), exampleOf(currency, locale))
    case 'amount_too_large':
      return problems.amount_too_large(shown(toMajor(AMOUNT_MAX_MINOR, currency)))
    case 'amount_too_small':
      return problems.amount_too_small(shown(toMajor(AMOUNT_MIN_MINOR, currency)))
    case 'not_a_number':
      return problems.not_a_number(currency, exampleOf(currency, locale))
    case 'empty':
      return problems.empty
  }
}

/**
 * Returns the problem of an amount during typing: only one that no further digit can correct. An empty field has no problem
 * until the form is submitted.
 */
export function earlyAmountProblem(
  text: string,
  amount: TypedAmount,
  currency: string,
  locale: string,
): string | null {
  const isOpen = isBeginning(text) || (!amount.ok && amount.readings.length > 0)
  return isOpen ? null : amountProblem(amount, currency, locale)
}

/** Returns true for an empty text and for `0`, `0.0` and `.`, with which five cents begin. */
function isBeginning(text: string): boolean {
  return /^[\s0.,]*$/.test(text)
}

function exampleOf(currency: string, locale: string): string {
  const places = decimalsOf(currency)
  return numberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'trunc',
  }).format(EXAMPLE)
}
