import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'

/** The Postgres channel on which every change of a mirror is told; one LISTEN per web process hears it. */
export const LIVE_CHANNEL = 'dashboard_live'

/** Postgres refuses a payload of 8,000 bytes or more. */
const PAYLOAD_BYTES_MAX = 7_500

/** Nouns of live messages: those of the mirror, and our own. */
export type LiveNoun = MirrorNoun | 'charges' | 'exports'

/** The payload that tells that an object changed; `id` null means several did. */
export function changeMessage(connectionId: string, noun: LiveNoun, id: string | null): string {
  const message = JSON.stringify({ connection_id: connectionId, noun, id })
  return Buffer.byteLength(message) <= PAYLOAD_BYTES_MAX ? message : changeMessage(connectionId, noun, null)
}
