import { codePoints } from '@/lib/domain/text'
import { ApiError } from './errors'
import { IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_KEY_MIN } from './limits'

/** Returns the Idempotency-Key header; null if it was not sent. Throws 400 `invalid_idempotency_key`. */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  const length = codePoints(header)
  if (length < IDEMPOTENCY_KEY_MIN || length > IDEMPOTENCY_KEY_MAX)
    throw new ApiError('invalid_idempotency_key')
  return header
}

/** Returns JSON with sorted keys and one format per number (10 = 10.0): equal bodies are equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Returns the text whose SHA-256 is a request's fingerprint: its real path and its canonical body. */
export function fingerprintInput(path: string, body: unknown): string {
  return `${path}\n${canonicalJson(body)}`
}
