import * as z from 'zod'
import { emailIdentity } from '@/lib/domain/email-address'
import { phoneFromQuery } from '@/lib/domain/phone'
import { type CursorResource, cursorError, decodeCursor } from './cursor'
import { sentInstant } from './instant'
import { ID_TEXT_MAX, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, LIST_LIMIT_MIN, QUERY_TEXT_MAX } from './limits'
import { problem, trimmedText } from './text'

// Query values are strings. A repeated parameter is an array, which the schemas refuse.

const pageSize = z
  .string()
  .default(String(LIST_LIMIT_DEFAULT))
  .meta({ type: 'integer', minimum: LIST_LIMIT_MIN, maximum: LIST_LIMIT_MAX, default: LIST_LIMIT_DEFAULT })
  .transform((text, check) => {
    const limit = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
    if (limit >= LIST_LIMIT_MIN && limit <= LIST_LIMIT_MAX) return limit
    check.addIssue(
      problem('invalid_value', `Must be a whole number from ${LIST_LIMIT_MIN} to ${LIST_LIMIT_MAX}.`),
    )
    return z.NEVER
  })
  .describe('Rows per page.')

/** Returns `limit` and `starting_after` of every list (contract: endpoints), with the cursor decoded. */
export function pageQuery(resource: CursorResource) {
  return {
    limit: pageSize,
    starting_after: z
      .string()
      .transform((text, check) => {
        const cursor = decodeCursor(resource, text)
        if (cursor) return cursor
        check.addIssue(problem(cursorError.code, cursorError.message))
        return z.NEVER
      })
      .optional()
      .describe('The `next_cursor` of the previous page of this same list.'),
  }
}

// The `+` of an offset that was not percent-encoded arrives as a space, which is invalid at any other position.
const queryInstant = z
  .string()
  .transform((text) => text.replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(sentInstant)
  .meta({ format: 'date-time' })

/** `created_after` (>=) and `created_before` (<): half-open, so that adjacent windows neither overlap nor leave a gap. */
export const createdQuery = {
  created_after: queryInstant
    .optional()
    .describe('Created at this instant or later (`>=`). A zone offset is required.'),
  created_before: queryInstant
    .optional()
    .describe('Created before this instant (`<`), so that adjacent windows tile.'),
}

/** Returns the filter by one of a noun's statuses. */
export function statusFilter<const Status extends string>(statuses: readonly Status[]) {
  return z.enum(statuses).optional().describe('Only this status.')
}

export const idFilter = trimmedText({ min: 1, max: ID_TEXT_MAX }).optional()

export const lookupFilter = trimmedText({ min: 1, max: QUERY_TEXT_MAX }).optional()

/** A phone for a look-up; restores the `+` that its URL may have lost. Phones are compared by phoneIdentity. */
export const phoneFilter = z
  .string()
  .transform(phoneFromQuery)
  .pipe(trimmedText({ min: 1, max: QUERY_TEXT_MAX }))
  .meta({ minLength: 1, maxLength: QUERY_TEXT_MAX })
  .optional()
  .describe('Exact look-up, in any spelling of the number.')

export const emailFilter = trimmedText({ min: 1, max: QUERY_TEXT_MAX })
  .transform(emailIdentity)
  .optional()
  .describe('Exact look-up, upper and lower case being the same.')
