import type { Aad } from '@/lib/platform/secrets'

/** A row of service.saved_card. The token is the processor's, sealed for its row; no card number is stored. */
export interface SavedCardRow {
  token_sealed: string
  brand: string
  last4: string
  expiry_month: number
  /** Four digits. */
  expiry_year: number
}

/** Returns the AAD of a customer's token. */
export function tokenAad({ accountId, customerId }: { accountId: string; customerId: string }): Aad {
  return { table: 'saved_card', column: 'token_sealed', row: customerId, tenant: accountId }
}
