import { asciiDigits } from '@/lib/domain/ascii-digits'
import { cardDigits, formatExpiry, groupCardNumber, parseExpiry } from '@/lib/domain/card'

const NUMBER_DIGITS_MAX = 19

/** Returns a partly typed card number in groups of digits. */
export function typedNumber(text: string): string {
  return groupCardNumber(cardDigits(text).slice(0, NUMBER_DIGITS_MAX))
}

/** Matches a text that may become a year and a month: no card expires in 200x, nor after 2049. */
const YEAR_BEGUN = /^\s*(?:2(?:0(?:\d|\s*$)|\s*$)|[2-9][5-9])/

/**
 * Returns a partly typed expiry as `MM / YY`; also accepts `1/29`, `01/2029` and `2029-01`. With `deleting` the separator
 * can be removed.
 */
export function typedExpiry(typed: string, deleting: boolean): string {
  const text = asciiDigits(typed)
  if (YEAR_BEGUN.test(text)) {
    // The month 1 may become 10, 11 or 12.
    const expiry = /\D1\s*$/.test(text) ? null : parseExpiry(text)
    return expiry ? formatExpiry(expiry).replace('/', ' / ') : text
  }
  const [first = '', second] = text.split(/[/.-]/)
  const lone = cardDigits(first)
  // The month is complete after `1/`, and after a first digit that no two-digit month has.
  const isOneDigit = second === undefined ? lone.length < 3 && Number(lone[0]) > 1 : lone.length === 1
  const padded = (isOneDigit ? `0${lone}` : lone) + cardDigits(second ?? '')
  const month = padded.slice(0, 2)
  const rest = padded.slice(2)
  const year = rest.length > 2 && rest.startsWith('20') ? rest.slice(2, 4) : rest.slice(0, 2)
  if (year === '')
    return month.length === 2 && !deleting
      ? `${month} / `
      : deleting
        ? text.trimEnd().replace(/\s*\/$/, '')
        : month
  return `${month} / ${year}`
}

/** Replaces an input's text and keeps the caret after the same number of digits. */
export function rewrite(input: HTMLInputElement, text: string): void {
  if (input.value === text) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digits = cardDigits(input.value.slice(0, caret)).length
  input.value = text
  if (atEnd) return
  let position = 0
  for (let seen = 0; position < text.length && seen < digits; position += 1) {
    if (/\d/.test(text.charAt(position))) seen += 1
  }
  input.setSelectionRange(position, position)
}
