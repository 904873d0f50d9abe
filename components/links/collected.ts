import { isCurrency } from '@/lib/contract/currencies'
import { toMajor, toMinor } from '@/lib/contract/money'
import type { ShownLink } from '@/lib/dashboard/schema/link'

/**
 * What a link has collected, major units: every payment of a link is of the link's own amount (contract: payment link).
 * Null where the currency or the amount is not one that can be computed exactly.
 */
export function collectedOf({
  amount,
  currency,
  paid_count: paid,
}: Pick<ShownLink, 'amount' | 'currency' | 'paid_count'>): number | null {
  if (!isCurrency(currency)) return null
  const each = toMinor(amount, currency)
  const sum = each.ok ? each.minor * paid : Number.NaN
  return Number.isSafeInteger(sum) ? toMajor(sum, currency) : null
}
