import type { ShownLink } from '@/lib/dashboard/schema/link'
import { isCurrency } from '@/lib/domain/currencies'
import { toMajor, toMinor } from '@/lib/domain/money'

/**
 * Returns the collected sum of a link, major units: every payment of a link has the link's amount (contract: payment
 * link). Null if the currency is unknown or the sum is not exact.
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
