import { API_KEY_PREFIX } from '@/lib/contract/headers'
import type { KeyScope } from '@/lib/contract/key-scopes'
import type { ApiKeyState } from '@/lib/contract/states'
import type { Handle } from '@/lib/platform/database'
import { base62, equalInConstantTime, randomText, sha256 } from '@/lib/platform/secrets'

/** A row of service.api_key without its hash; see `apiKeyState`. */
export interface ApiKeyRow {
  account_id: string
  id: string
  name: string
  last4: string
  created_at: Date
  revoked_at: Date | null
  /** End set by a roll: the key is refused from then on. */
  expires_at: Date | null
  /** Exact to one minute. */
  last_used_at: Date | null
  /** Id of the key that replaced this one in a roll. */
  replaced_by: string | null
  scope: KeyScope
}

export const apiKeyColumns =
  'id, account_id, name, scope, last4, created_at, revoked_at, expires_at, last_used_at, replaced_by'

/** Returns the state of a key at an instant. */
export function apiKeyState(
  { revoked_at, expires_at }: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): ApiKeyState {
  if (revoked_at !== null) return 'REVOKED'
  if (expires_at === null) return 'LIVE'
  return expires_at > now ? 'ENDING' : 'ENDED'
}

/** Returns the condition that a row of service.api_key is LIVE or ENDING; `now` is the parameter of the instant. */
export function isUsableKey(now: string): string {
  return `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
}

const SECRET_BYTES = 32
const SECRET_LENGTH = 43
const CHECKSUM_BYTES = 4
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** Returns a new key: prefix, 256 random bits in base 62, and a checksum that detects a mistyped one. */
export function newApiKey(): string {
  const secret = randomText(SECRET_BYTES)
  return `${API_KEY_PREFIX}${secret}${checksumOf(secret)}`
}

/** Returns whether a text has the format and checksum of a key. Guesses cost no query. */
export function isApiKeyText(text: string): boolean {
  if (!FORM.test(text)) return false
  const secret = text.slice(API_KEY_PREFIX.length, -CHECKSUM_LENGTH)
  return equalInConstantTime(checksumOf(secret), text.slice(-CHECKSUM_LENGTH))
}

/** Returns the stored hash of a key. 256 random bits need no salt and no slow hash. */
export function hashApiKey(apiKey: string): Buffer {
  return sha256(apiKey)
}

function checksumOf(secret: string): string {
  return base62(sha256(secret).subarray(0, CHECKSUM_BYTES))
}

/** Returns an account's keys, including revoked ones, newest first. Never includes the key itself or its hash. */
export async function listApiKeys(db: Handle, accountId: string): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>({
    text: `SELECT ${apiKeyColumns} FROM service.api_key WHERE account_id = $1 ORDER BY created_at DESC, id DESC`,
    values: [accountId],
  })
  return rows
}
