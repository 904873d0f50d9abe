import type { Place } from '@/lib/platform/secrets'

/** A row of service.saved_card. The token is the processor's, sealed for its place; no card number is kept. */
export interface SavedCardRow {
  token_sealed: string
  brand: string
  last4: string
  expiry_month: number
  /** Four digits. */
  expiry_year: number
}

/** Where a customer's token lives: it opens nowhere else. */
export function tokenPlace({ accountId, customerId }: { accountId: string; customerId: string }): Place {
  return { table: 'saved_card', column: 'token_sealed', row: customerId, tenant: accountId }
}
