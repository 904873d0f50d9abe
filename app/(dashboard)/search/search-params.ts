import { z } from 'zod'
import { parseAmount } from '@/components/money/parse-amount'
import { isCurrency } from '@/lib/contract/currencies'
import { QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'
import { type QuerySource, readQuery } from '@/lib/dashboard/reads/read-query'
import { refusals } from '@/lib/messages/refusals'

const searchQuery = z.object({
  q: z.string().trim().min(1).max(QUERY_TEXT_MAX).refine(isStorable, { message: refusals.fields.id }),
})

/** What is searched for. `locale` decides what a lone comma means. Throws Refusal `invalid_parameters`. */
export function parseSearch(source: QuerySource, currency: string, locale: string) {
  const { q } = readQuery(searchQuery, source)
  return { text: q, amountMinor: amountIn(q, currency, locale) }
}

/** Minor units of `120.50`, `120,50 USD` or `$120`; null for anything else. */
function amountIn(text: string, currency: string, locale: string): number | null {
  if (!isCurrency(currency) || !/\d/.test(text)) return null
  const bare = text.replace(/\p{Sc}/gu, '').replace(new RegExp(`^${currency}|${currency}$`, 'i'), '')
  const amount = parseAmount(bare, currency, locale)
  return amount.ok ? amount.minor : null
}
