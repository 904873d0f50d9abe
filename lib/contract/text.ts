import * as z from 'zod'
import { codePoints, isStorable, normalizeText } from '@/lib/domain/text'

/** Returns the schema of a normalized text of `min` to `max` code points. */
export function trimmedText(bounds: { min: number; max: number }) {
  return z
    .string()
    .overwrite(normalizeText)
    .superRefine((text, check) => {
      if (!isStorable(text)) {
        return check.addIssue(problem('invalid_characters', 'Must not contain NUL or half a surrogate pair.'))
      }
      const length = codePoints(text)
      if (length < bounds.min) check.addIssue(problem('too_short', tooShort(bounds.min)))
      if (length > bounds.max) {
        check.addIssue(problem('too_long', `Must have at most ${bounds.max} characters; it has ${length}.`))
      }
    })
    .meta({ minLength: bounds.min, maxLength: bounds.max })
}

/** Returns a schema like trimmedText that also accepts absent, null and empty, all of which parse to null. */
export function optionalText(max: number) {
  return trimmedText({ min: 0, max })
    .nullish()
    .transform((text) => text || null)
}

/** Returns a zod issue with a stable code of ours, which fieldErrors reads. */
export function problem(code: string, message: string) {
  return { code: 'custom' as const, message, params: { code } }
}

function tooShort(min: number): string {
  return min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`
}
