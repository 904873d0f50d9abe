import { isCurrency } from '@/lib/domain/currencies'
import { toMinor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { withoutSigns } from './search-signs'

/** One locale that groups with commas and one that groups with points. */
const LOCALES = ['en', 'de']

/**
 * Returns the possible meanings of `120.50`, `120,50 USD`, `$120`, `R$ 120` or `+120` in minor units of `currency`, for either way of
 * grouping digits, so that a search needs no locale; at most two. Empty for anything else, and for a currency that is
 * unknown here.
 */
export function typedAmounts(text: string, currency: string): number[] {
  if (!isCurrency(currency) || !/\p{Nd}/u.test(text)) return []
  const { bare } = withoutSigns(text, currency)
  const digits = bare.replace(new RegExp(`^${currency}\\s*\\+?|${currency}$`, 'i'), '')
  const read = LOCALES.map((locale) => parseAmount(digits, currency, locale))
  const majors = read.flatMap((amount) =>
    amount.ok ? [amount.major] : amount.code === 'ambiguous' ? amount.readings : [],
  )
  return [...new Set(majors)].flatMap((major) => {
    const amount = toMinor(major, currency)
    return amount.ok ? [amount.minor] : []
  })
}
