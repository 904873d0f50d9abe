import { codePoints } from '@/lib/domain/text'
import { ApiError } from './errors'
import { IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_KEY_MIN } from './limits'

/**
 * Returns the Idempotency-Key header, or null if it was not sent. Throws ApiError `invalid_idempotency_key` (400) outside
 * 8 to 255 characters, before anything is charged (contract: idempotency rules).
 */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  const length = codePoints(header)
  if (length < IDEMPOTENCY_KEY_MIN || length > IDEMPOTENCY_KEY_MAX)
    throw new ApiError('invalid_idempotency_key')
  return header
}

/**
 * Returns JSON with sorted keys and one format per number (10 = 10.0 = 1e1, -0 = 0), so that equal bodies are equal text.
 * Takes the output of a JSON parser, of a bounded depth (JSON_DEPTH_MAX); undefined members count as absent.
 */
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

/**
 * Returns the text whose SHA-256 is a request's fingerprint: its real path and its canonical body (decisions: scope). The
 * same key for another customer is therefore another request. The platform computes the hash.
 */
export function fingerprintInput(path: string, body: unknown): string {
  return `${path}\n${canonicalJson(body)}`
}
