import { decimalsOf } from '@/lib/domain/currencies'
import { numberFormat } from '@/lib/domain/formatters'
import { AMOUNT_MAX_MINOR, AMOUNT_MIN_MINOR, formatMajor, toMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { links } from '@/lib/messages/links'

/** The example in a problem about decimals, cut to the decimals of the currency. */
const EXAMPLE = 12.3456

/**
 * Returns the problem of a typed amount, with the bounds of its currency in the locale's notation; null if it is valid.
 * Throws RangeError for an unknown currency.
 */
export function amountProblem(text: string, currency: string, locale: string): string | null {
  const parsed = parseAmount(text, currency, locale)
  if (parsed.ok) return null
  const { problems } = links.form
  const shown = (minor: number) => `${formatMajor(toMajor(minor, currency), currency, locale)} ${currency}`
  switch (parsed.code) {
    case 'too_many_decimals':
      return problems.too_many_decimals(currency, decimalsOf(currency), exampleOf(currency, locale))
    case 'amount_too_large':
      return problems.amount_too_large(shown(AMOUNT_MAX_MINOR))
    case 'amount_too_small':
      return problems.amount_too_small(shown(AMOUNT_MIN_MINOR))
    default:
      return problems[parsed.code]
  }
}

/**
 * Returns the problem of an amount during typing: only one that no further digit can correct, unless the field was `left`.
 * An empty field has no problem until the form is submitted.
 */
export function earlyAmountProblem(
  text: string,
  currency: string,
  locale: string,
  left: boolean,
): string | null {
  if (text.trim() === '' || (!left && isBeginning(text))) return null
  return amountProblem(text, currency, locale)
}

/** Returns true for `0`, `0.0` and `.`, with which five cents begin. */
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
