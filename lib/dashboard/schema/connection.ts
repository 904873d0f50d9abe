/** A connection of the team as Settings lists it. */
export type ListedConnection = {
  id: string
  /** The account in addresses. */
  slug: string
  accountName: string
  baseUrl: string
  /** Null for a member who sees no keys. */
  keyLast4: string | null
  current: boolean
  /** ISO 8601; null while it is connected. */
  disconnectedAt: string | null
}

/** The signing secrets of a connection and its last event. Instants are ISO 8601. */
export type WebhookState = {
  /** The accepted secrets, newest first; only the end of a secret is ever shown. */
  secrets: readonly { id: string; last4: string; since: string }[]
  /** The newest event that arrived, tests included. */
  lastEvent: { kind: string; at: string; test: boolean } | null
  /** The last delivery that was refused; null where none was since the newest event. */
  lastRefused: { at: string; reason: 'bad_signature' | 'bad_event' } | null
}
