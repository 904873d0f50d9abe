import type { ListedKey } from '@/lib/contract/panel/keys'

/**
 * Returns whether a key can be rolled. A rolled key has a successor, so only the key in use by the dashboard can be
 * rolled again.
 */
export function isRollable({ state, replaced_by, in_use }: ListedKey): boolean {
  return (state === 'LIVE' || state === 'ENDING') && (replaced_by === null || in_use)
}
