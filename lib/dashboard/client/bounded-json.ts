import type * as z from 'zod'
import { BODY_BYTES_MAX } from '@/lib/contract/limits'
import { shorten } from '@/lib/domain/text'

/** Longest object that is stored, in bytes of JSON; a full object with all its metadata is far shorter. */
export const OBJECT_BYTES_MAX = BODY_BYTES_MAX
/**
 * Longest object that is stored as received, in bytes of JSON: twice a full object with all its metadata, other than a
 * payment with long evidence and notes. Pages and files read many objects at once, so this bounds their memory.
 */
export const SNAPSHOT_BYTES_MAX = 32 * 1_024
/** Code points of a text in an object above that size. */
const SHORT_TEXT_MAX = 120
/** Entries of an inner object or list of an object above that size; the contract's have at most twenty. */
const SHORT_ENTRIES_MAX = 20
/** Levels of a field that keeps what is nested in it: those of a payment's dispute, its evidence, its files, each of them. */
const DEPTH_MAX = 4
/** Digits that Postgres writes for one number with an exponent. */
const EXPONENT_DIGITS = 309

/** Returns the bytes of a JSON value as Postgres returns it; Infinity for one that is nested too deeply to be written. */
export function jsonBytes(value: unknown): number {
  let text = ''
  try {
    text = JSON.stringify(value) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
  return Buffer.byteLength(text) + EXPONENT_DIGITS * (text.match(/\de[+-]\d/g)?.length ?? 0)
}

/**
 * Returns the fields that a schema names, with their texts cut and without what is nested deeper than one level. The fields
 * `whole` keep what is nested in them, unless the object is then still longer than `SNAPSHOT_BYTES_MAX`.
 */
export function shortened(
  value: object,
  { shape }: Pick<z.ZodObject, 'shape'>,
  whole: readonly string[] = [],
): Record<string, unknown> {
  const known = Object.entries(value).filter(([key]) => Object.hasOwn(shape, key))
  const fields = (deep: readonly string[]) =>
    Object.fromEntries(
      known.map(([key, field]) => [key, shortenedValue(field, deep.includes(key) ? DEPTH_MAX : 1)]),
    )
  const kept = fields(whole)
  return whole.length > 0 && jsonBytes(kept) > SNAPSHOT_BYTES_MAX ? fields([]) : kept
}

/** Returns the first entries of an object, with their texts cut, and with what is nested in `depth` more levels. */
export function shortenedEntries(value: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, inner]) =>
          key.length <= SHORT_TEXT_MAX && (depth > 0 || typeof inner !== 'object' || inner === null),
      )
      .slice(0, SHORT_ENTRIES_MAX)
      .map(([key, inner]) => [key, shortenedValue(inner, depth)]),
  )
}

function shortenedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shorten(value, SHORT_TEXT_MAX)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return shortenedEntries(value, depth - 1)
  return depth > 1 ? value.slice(0, SHORT_ENTRIES_MAX).map((item) => shortenedValue(item, depth - 1)) : []
}

const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Returns a text that Postgres accepts: without NUL, and with each lone surrogate replaced. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').replace(LONE_SURROGATES, '\uFFFD')
}

/** Returns a JSON value without characters that jsonb cannot store: NUL and lone surrogates. */
export function storableJson(value: unknown): unknown {
  // Nearly every object is clean, which its text shows without a traversal.
  if (!/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value) ?? '')) return value
  return cleaned(value)
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorable(key), cleaned(inner)]))
}
