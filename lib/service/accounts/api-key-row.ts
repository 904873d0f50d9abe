/** A row of service.api_key without its hash. A key lives until `revoked_at` is set. */
export interface ApiKeyRow {
  account_id: string
  id: string
  name: string
  last4: string
  created_at: Date
  revoked_at: Date | null
}

/** The SELECT list of an ApiKeyRow. */
export const apiKeyColumns = 'account_id, id, name, last4, created_at, revoked_at'
