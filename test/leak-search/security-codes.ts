/** Typed by every journey in the browser, so that the search after them knows what must be nowhere. */
export const SECURITY_CODES = { card: '739', amex: '7391' } as const

/** The code that goes with a card's number. */
export function securityCodeOf(number: string): string {
  return /^3[47]/.test(number) ? SECURITY_CODES.amex : SECURITY_CODES.card
}
