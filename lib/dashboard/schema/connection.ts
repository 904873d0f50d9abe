/** Connection of the team as Settings lists it. */
export type ListedConnection = {
  id: string
  /** Account in URLs. */
  slug: string
  accountName: string
  baseUrl: string
  /** Null for a member without access to keys. */
  keyLast4: string | null
  current: boolean
  /** Time of disconnection (ISO 8601); null while connected. */
  disconnectedAt: string | null
}

/** Signing secrets of a connection and its last event. Instants are ISO 8601. */
export type WebhookState = {
  /** Accepted secrets, newest first; only the end of a secret is ever shown. */
  secrets: readonly { id: string; last4: string; since: string }[]
  /** Newest event that arrived, tests included. */
  lastEvent: { kind: string; at: string; test: boolean } | null
  /** Last refused delivery; null if there is none since the newest event. */
  lastRefused: { at: string; reason: 'bad_signature' | 'bad_event' } | null
}
