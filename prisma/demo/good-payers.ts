import type { Customer } from '@/lib/contract/customer'
import { isExpired, parseExpiry } from '@/lib/domain/card'

/** A card with which nothing goes wrong. */
const GOOD = '4242'

/** Returns the active customers who had a good card by then. */
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
