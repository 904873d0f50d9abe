/** Passkey of a user, as the security page lists it; instants in ISO 8601. */
export type ListedPasskey = { id: string; name: string; created_at: string; last_used_at: string | null }

/** Longest name of a passkey. */
export const PASSKEY_NAME_MAX = 60
/** Longest response of an authenticator as JSON. */
export const PASSKEY_RESPONSE_MAX = 10_000
