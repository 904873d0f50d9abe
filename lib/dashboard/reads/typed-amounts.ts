import { isCurrency } from '@/lib/domain/currencies'
import { parseAmount } from '@/lib/domain/parse-amount'

/** One that groups with commas and one that groups with points. */
const LOCALES = ['en', 'de']

/**
 * What `120.50`, `120,50 USD` or `$120` may mean, in minor units of `currency`: whichever way its writer groups digits,
 * so that a search needs no locale; at most two. Empty for anything else, and for a currency that is unknown here.
 */
export function typedAmounts(text: string, currency: string): number[] {
  if (!isCurrency(currency) || !/\d/.test(text)) return []
  const bare = text.replace(/\p{Sc}/gu, '').replace(new RegExp(`^${currency}|${currency}$`, 'i'), '')
  const read = LOCALES.map((locale) => parseAmount(bare, currency, locale))
  return [...new Set(read.flatMap((amount) => (amount.ok ? [amount.minor] : [])))]
}
