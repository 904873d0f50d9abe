/** Security codes that all e2e tests type, so that the search after them knows which values must not be stored. */
export const SECURITY_CODES = { card: '739', amex: '7391' } as const

/** Returns the security code of a card's number. */
export function securityCodeOf(number: string): string {
  return /^3[47]/.test(number) ? SECURITY_CODES.amex : SECURITY_CODES.card
}
