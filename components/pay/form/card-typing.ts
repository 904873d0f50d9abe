import { cardDigits, groupCardNumber } from '@/lib/domain/card'

const NUMBER_DIGITS_MAX = 19

/** Groups a card number while it is typed. */
export function typedNumber(text: string): string {
  return groupCardNumber(cardDigits(text).slice(0, NUMBER_DIGITS_MAX))
}

/** `MM / YY` while it is typed; `deleting` lets the separator be rubbed out. Takes `1/29` and `01/2029` too. */
export function typedExpiry(text: string, deleting: boolean): string {
  const [first = '', second] = text.split(/[/.-]/)
  const lone = cardDigits(first)
  // `1/` or a first digit that no two-digit month has: the month is complete.
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

/** Rewrites an input's text and leaves the caret after the same digits as before. */
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
