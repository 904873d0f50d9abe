/** Card filter in a URL: `visa`, `4242`, or `visa-4242` for cards that match both. */
export const CARD_CHOICE = /^(?:[a-z]{2,20}|(?:[a-z]{2,20}-)?[0-9]{4})$/

/** A brand's key and the last four digits; null = any. */
export type CardChoice = { brand: string | null; last4: string | null }

/** Parses a text that matches CARD_CHOICE into brand and digits. */
export function readCardChoice(text: string): CardChoice {
  return {
    brand: text.match(/^[a-z]+/)?.[0] ?? null,
    last4: text.match(/[0-9]{4}$/)?.[0] ?? null,
  }
}

/** Returns the text of a brand, of four digits, or of both; empty for any card. */
export function cardChoiceText({ brand, last4 }: CardChoice): string {
  return [brand, last4].filter(Boolean).join('-')
}
