import type { ListedPasskey } from './passkey'

/** Signed-in browser; instants in ISO 8601. */
export type ListedSession = {
  id: string
  /** True for the session of the request itself. */
  current: boolean
  /** Null if the user agent is unknown. */
  browser: string | null
  system: string | null
  /** IP address; empty if unknown. */
  address: string
  created_at: string
  /** Time of the last request, exact to five minutes. */
  last_seen_at: string
}

/** User's own sign-in, as the security page shows it. */
export type Security = {
  sessions: ListedSession[]
  email_verified: boolean
  /** Null while two-step sign-in is off. */
  two_step: { since: string; recovery_codes: number } | null
  passkeys: ListedPasskey[]
}

/** Secret for an authenticator app, until one of its codes confirms it. */
export type TwoStepSetup = { secret: string; uri: string }

/** Recovery codes, shown once. */
export type RecoveryCodes = { codes: string[] }
