import { splitSearch } from '@/lib/domain/split-search'
import { typedAmounts } from './typed-amounts'

/** One word of a search text, with the amounts that it may be, in minor units. */
export interface SearchTerm {
  word: string
  amounts: number[]
}

/** The words of a text, each to be found as a word or as what was paid: `Olivia Prescott 32.40 USD`. */
export function searchTerms(text: string, currency: string): SearchTerm[] {
  const terms = splitSearch(text).map((word) => ({ word, amounts: typedAmounts(word, currency) }))
  const hasAmount = terms.some(({ amounts }) => amounts.length > 0)
  // Beside an amount the account's currency says nothing more.
  return hasAmount ? terms.filter(({ word }) => word !== currency.toLowerCase()) : terms
}

/** Rows of one of the amounts, as an alternative; none without amounts. */
export function ofAmount(amounts: number[], currency: string) {
  return amounts.length > 0 ? [{ amountMinor: { in: amounts }, currency }] : []
}
