import { API_KEY_PREFIX } from '@/lib/contract/headers'
import { base62, equalInConstantTime, randomText, sha256 } from '@/lib/platform/secrets'

const SECRET_BYTES = 32
/** Number of base 62 digits of 32 bytes. */
const SECRET_LENGTH = 43
const CHECKSUM_BYTES = 4
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/**
 * Returns a new key: the prefix, 256 random bits in base 62, and a checksum that distinguishes a mistyped key from a
 * revoked one.
 */
export function newApiKey(): string {
  const secret = randomText(SECRET_BYTES)
  return `${API_KEY_PREFIX}${secret}${checksumOf(secret)}`
}

/**
 * Returns whether a text has the format and checksum of a key, which may be revoked or unknown. Guesses cost no query.
 */
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
