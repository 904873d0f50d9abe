import type { ListedKey } from '@/lib/dashboard/schema/developers/keys'

/** Returns whether a key may be rolled: one that was rolled has a successor; only the dashboard's own may try again. */
export function isRollable({ state, replaced_by, in_use }: ListedKey): boolean {
  return (state === 'LIVE' || state === 'ENDING') && (replaced_by === null || in_use)
}
