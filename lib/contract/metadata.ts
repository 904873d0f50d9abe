import * as z from 'zod'
import { codePoints, isStorable } from '@/lib/domain/text'
import type { FieldError } from './errors'
import { METADATA_BYTES_MAX, METADATA_KEY_MAX, METADATA_KEY_MIN, METADATA_KEYS_MAX } from './limits'
import { problem } from './text'

export type Metadata = Record<string, unknown>

/** Contract: free-form key/value object; bounds in decisions: metadata. Kept verbatim; null or absent = {}. */
export const metadataField = z
  .record(z.string(), z.unknown())
  .superRefine((metadata, check) => {
    const keys = Object.keys(metadata)
    if (keys.length > METADATA_KEYS_MAX) {
      check.addIssue(
        problem('too_many_keys', `Must have at most ${METADATA_KEYS_MAX} keys; it has ${keys.length}.`),
      )
    }
    if (keys.some((key) => codePoints(key) < METADATA_KEY_MIN || codePoints(key) > METADATA_KEY_MAX)) {
      check.addIssue(
        problem('invalid_key', `Each key must have ${METADATA_KEY_MIN} to ${METADATA_KEY_MAX} characters.`),
      )
    }
    const serialised = serialise(metadata)
    if (serialised === null) {
      return check.addIssue(problem('invalid_value', 'Must hold JSON values only.'))
    }
    if (new TextEncoder().encode(serialised).length > METADATA_BYTES_MAX) {
      check.addIssue(problem('too_large', `Must be at most ${METADATA_BYTES_MAX} bytes of JSON.`))
    }
    // JSON.stringify writes NUL and lone surrogates as escapes, and no other character as \u0000 or \ud8xx-\udfxx.
    if (!keys.every(isStorable) || /(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab]..|d[c-f]..)/.test(serialised)) {
      check.addIssue(problem('invalid_characters', 'Must not contain NUL or half a surrogate pair.'))
    }
  })
  .meta({
    maxProperties: METADATA_KEYS_MAX,
    propertyNames: { minLength: METADATA_KEY_MIN, maxLength: METADATA_KEY_MAX },
  })
  .nullish()
  .transform((metadata): Metadata => metadata ?? {})
  .describe(
    `At most ${METADATA_KEYS_MAX} keys of ${METADATA_KEY_MIN} to ${METADATA_KEY_MAX} characters, any JSON values, ${METADATA_BYTES_MAX / 1024} KiB serialised. Send numbers that a double cannot hold exactly, such as long ids, as strings.`,
  )

/** Returns the JSON text, or null for values that JSON cannot represent. */
function serialise(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

/** Returns an error for each number of a request's metadata that would be stored as another; `inexact` as in JsonObject. */
export function inexactMetadata(inexact: readonly string[]): FieldError[] {
  return inexact
    .filter((field) => field.startsWith('metadata.'))
    .map((field) => ({
      field,
      code: 'inexact_number',
      message: 'A JSON number cannot hold this value exactly. Send it as a string.',
    }))
}
