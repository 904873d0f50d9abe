import type { KeyScope } from '@/lib/contract/key-scopes'
import type { ApiKeyState } from '@/lib/contract/states'

/** Time for which the old key is accepted after a roll. */
export const overlaps = ['now', 'day', 'week'] as const
export type Overlap = (typeof overlaps)[number]

/** API key as the panel shows it; instants in ISO 8601. */
export type ListedKey = {
  id: string
  name: string
  last4: string
  state: ApiKeyState
  scope: KeyScope
  created_at: string
  /** Time of the last use, exact to a minute. */
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  replaced_by: string | null
  /** True if the dashboard uses it for its own calls. */
  in_use: boolean
}

/** Returns whether a key is accepted. */
export function isUsable({ state }: Pick<ListedKey, 'state'>): boolean {
  return state === 'LIVE' || state === 'ENDING'
}

/** Returns whether a key can be rolled. A rolled key has a successor, so only the dashboard's own can be rolled again. */
export function isRollable(key: ListedKey): boolean {
  return isUsable(key) && (key.replaced_by === null || key.in_use)
}

/** New key, shown once. */
export type NewKey = { id: string; name: string; api_key: string }

/** Successor of a rolled key; without the key itself if the dashboard uses it. */
export type RolledKey = Omit<NewKey, 'api_key'> & { api_key: string | null }
