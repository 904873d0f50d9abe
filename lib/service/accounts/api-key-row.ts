import type { KeyScope } from '@/lib/contract/key-scopes'
import type { ApiKeyState } from '@/lib/contract/states'

/** A row of service.api_key without its hash; see `apiKeyState`. */
export interface ApiKeyRow {
  account_id: string
  id: string
  name: string
  last4: string
  created_at: Date
  revoked_at: Date | null
  /** End set by a roll: the key is refused from then on. */
  expires_at: Date | null
  /** Exact to one minute. */
  last_used_at: Date | null
  /** Id of the key that replaced this one in a roll. */
  replaced_by: string | null
  scope: KeyScope
}

/** The SELECT list of an ApiKeyRow. */
export const apiKeyColumns =
  'id, account_id, name, scope, last4, created_at, revoked_at, expires_at, last_used_at, replaced_by'

/** Returns the state of a key at an instant. */
export function apiKeyState(
  { revoked_at, expires_at }: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): ApiKeyState {
  if (revoked_at !== null) return 'REVOKED'
  if (expires_at === null) return 'LIVE'
  return expires_at > now ? 'ENDING' : 'ENDED'
}

/** Returns the condition that a row of service.api_key is LIVE or ENDING; `now` is the parameter of the instant. */
export function isUsableKey(now: string): string {
  return `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
}
