import { splitSearch } from '@/lib/domain/fold-text'
import { isCurrencyTerm } from './search-signs'
import { typedAmounts } from './typed-amounts'

/** One term of a search text, with the amounts that it may mean, in minor units. */
export interface SearchTerm {
  word: string
  amounts: number[]
}

/** Returns the terms of a text, each to be found as text or as the paid amount: `Olivia Prescott 32.40 USD`. */
export function searchTerms(text: string, currency: string): SearchTerm[] {
  const terms = splitSearch(text).map((word) => ({ word, amounts: typedAmounts(word, currency) }))
  const isAmount = (at: number) => (terms[at]?.amounts.length ?? 0) > 0
  // Next to an amount the account's currency adds nothing.
  return terms.filter(
    ({ word }, at) => !(isAmount(at - 1) || isAmount(at + 1)) || !isCurrencyTerm(word, currency),
  )
}

/** Returns the rows with one of the amounts, as an alternative; none without amounts. */
export function ofAmount(amounts: number[], currency: string) {
  return amounts.length > 0 ? [{ amountMinor: { in: amounts }, currency }] : []
}
