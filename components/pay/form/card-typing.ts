import { cardDigits, groupCardNumber } from '@/lib/domain/card'

const NUMBER_DIGITS_MAX = 19

/** Returns a partly typed card number in groups of digits. */
export function typedNumber(text: string): string {
  return groupCardNumber(cardDigits(text).slice(0, NUMBER_DIGITS_MAX))
}

/**
 * Returns a partly typed expiry as `MM / YY`; also accepts `1/29` and `01/2029`. With `deleting` the separator can be
 * removed.
 */
export function typedExpiry(text: string, deleting: boolean): string {
  const [first = '', second] = text.split(/[/.-]/)
  const lone = cardDigits(first)
  // The month is complete after `1/`, and after a first digit that no two-digit month has.
  const padded =
    (lone.length === 1 && (second !== undefined || Number(lone) > 1) ? `0${lone}` : lone) +
    cardDigits(second ?? '')
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
