import type { MirrorNoun } from '@/lib/dashboard/mirror/shape'
import { sql } from '@/lib/platform/sql'

/** Postgres channel for every change of a mirror, with one LISTEN per web process. */
export const LIVE_CHANNEL = 'dashboard_live'

/** Postgres refuses a payload of 8,000 bytes or more. */
const PAYLOAD_BYTES_MAX = 7_500

/** Nouns of live messages: those of the mirror, the balance, and our own. */
export type LiveNoun = MirrorNoun | 'balance' | 'charges' | 'exports'

/** Returns the payload for a changed object; `id` null means several objects. */
export function changeMessage(connectionId: string, noun: LiveNoun, id: string | null): string {
  const message = JSON.stringify({ connection_id: connectionId, noun, id })
  return Buffer.byteLength(message) <= PAYLOAD_BYTES_MAX ? message : changeMessage(connectionId, noun, null)
}

/** Returns SQL that notifies open pages of a changed object once its transaction commits; `id` null means several objects. */
export function notifyChange(connectionId: string, noun: LiveNoun, id: string | null) {
  return sql`pg_notify(${LIVE_CHANNEL}, ${changeMessage(connectionId, noun, id)})`
}
