/** Cards to look for, as an address holds them: `visa`, `4242`, or `visa-4242` for those that are both. */
export const CARD_CHOICE = /^(?:[a-z]{2,20}|(?:[a-z]{2,20}-)?[0-9]{4})$/

/** A brand's key and the last four digits; null: any. */
export type CardChoice = { brand: string | null; last4: string | null }

/** The brand and the digits of a text that CARD_CHOICE takes. */
export function readCardChoice(text: string): CardChoice {
  return {
    brand: text.match(/^[a-z]+/)?.[0] ?? null,
    last4: text.match(/[0-9]{4}$/)?.[0] ?? null,
  }
}

/** The text of a brand, of four digits, or of both; empty where any card will do. */
export function cardChoiceText({ brand, last4 }: CardChoice): string {
  return [brand, last4].filter(Boolean).join('-')
}
