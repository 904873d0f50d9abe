import type { ApiKeyState } from '@/lib/contract/states'

/** How long the old key answers after a roll. */
export const overlaps = ['now', 'day', 'week'] as const
export type Overlap = (typeof overlaps)[number]

/** An API key as the panel shows it; instants in ISO 8601. */
export type ListedKey = {
  id: string
  name: string
  last4: string
  state: ApiKeyState
  created_at: string
  /** Exact to a minute. */
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  /** The id of its successor. */
  replaced_by: string | null
  /** The dashboard's own calls are made with it. */
  in_use: boolean
}

export type KeyList = { data: ListedKey[] }

/** A key that is shown this once. */
export type NewKey = { id: string; name: string; api_key: string }
