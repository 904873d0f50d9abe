import { API_KEY_PREFIX } from '@/lib/contract/headers'
import { base62, equalInConstantTime, randomText, sha256 } from '@/lib/platform/secrets'

const SECRET_BYTES = 32
/** Digits that 32 bytes take in base 62. */
const SECRET_LENGTH = 43
const CHECKSUM_BYTES = 4
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new key: the prefix, 256 random bits in base 62, and a checksum that tells a mistyped key from a revoked one. */
export function newApiKey(): string {
  const secret = randomText(SECRET_BYTES)
  return `${API_KEY_PREFIX}${secret}${checksumOf(secret)}`
}

/** Whether a text is a key by its form and checksum; says nothing of whether it lives. Spares the database guesses. */
export function isApiKeyText(text: string): boolean {
  if (!FORM.test(text)) return false
  const secret = text.slice(API_KEY_PREFIX.length, -CHECKSUM_LENGTH)
  return equalInConstantTime(checksumOf(secret), text.slice(-CHECKSUM_LENGTH))
}

/** What is stored of a key. 256 random bits need no salt and no slow hash. */
export function hashApiKey(apiKey: string): Buffer {
  return sha256(apiKey)
}

function checksumOf(secret: string): string {
  return base62(sha256(secret).subarray(0, CHECKSUM_BYTES))
}
