import type { Customer } from '@/lib/contract/customer'
import { isExpired, parseExpiry } from '@/lib/domain/card'

/** Card that is always approved. */
const GOOD = '4242'

/** Returns the active customers who had a good card at that time. */
export function goodPayers(customers: readonly Customer[], by: Date): Customer[] {
  return customers.filter(
    ({ status, card, created_at }) =>
      status === 'ACTIVE' &&
      card?.last4 === GOOD &&
      lasts(card.expiry, by) &&
      Date.parse(created_at) < by.getTime(),
  )
}

function lasts(expiry: string | null, at: Date): boolean {
  const parsed = parseExpiry(expiry ?? '')
  return parsed !== null && !isExpired(parsed, at)
}
