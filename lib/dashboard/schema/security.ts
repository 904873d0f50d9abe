/** A browser that is signed in; instants in ISO 8601. */
export type ListedSession = {
  id: string
  /** The session of the request itself. */
  current: boolean
  /** Null where the user agent names none that is known. */
  browser: string | null
  system: string | null
  /** Empty where it was not known. */
  address: string
  created_at: string
  /** Exact to five minutes. */
  last_seen_at: string
}

/** A user's own sign-in, as the security page shows it. */
export type Security = {
  sessions: ListedSession[]
  email_verified: boolean
  /** Null while two-step sign-in is off. */
  two_step: { since: string; recovery_codes: number } | null
}

/** A secret that an authenticator app is given, until a code of it confirms it. */
export type TwoStepSetup = { secret: string; uri: string }

/** Recovery codes, shown this once. */
export type RecoveryCodes = { codes: string[] }
