import type { Customer } from '@/lib/contract/customer'
import { isExpired, parseExpiry } from '@/lib/domain/card'

/** Card that is always approved. */
const APPROVED_LAST4 = '4242'

/** Returns the active customers who had an approved card at that time. */
export function customersWithApprovedCard(customers: readonly Customer[], by: Date): Customer[] {
  return customers.filter(
    ({ status, card, created_at }) =>
      status === 'ACTIVE' &&
      card?.last4 === APPROVED_LAST4 &&
      isValidAt(card.expiry, by) &&
      Date.parse(created_at) < by.getTime(),
  )
}

function isValidAt(expiry: string | null, at: Date): boolean {
  const parsed = parseExpiry(expiry ?? '')
  return parsed !== null && !isExpired(parsed, at)
}
