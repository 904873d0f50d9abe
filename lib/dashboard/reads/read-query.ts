import { z } from 'zod'
import { type CursorResource, decodeCursor } from '@/lib/contract/cursor'
import { fieldErrors } from '@/lib/contract/field-errors'
import { parseInstant } from '@/lib/contract/instant'
import { ID_TEXT_MAX, LIST_LIMIT_MAX, QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'
import { Refusal } from '@/lib/dashboard/refusal'
import { refusals } from '@/lib/messages/refusals'

/** What a page's address or a data route's query holds. */
export type QuerySource = URLSearchParams | Readonly<Record<string, string | string[] | undefined>>

/** Rows a page of the dashboard shows unless it asks for another number: more than a screen, and laid out at once on a slow phone. */
const PAGE_SIZE = 20

const text = (max: number) =>
  z.string().trim().min(1).max(max).refine(isStorable, { message: refusals.fields.id })

/** The fields that every list's query has. */
export function listFields<Status extends string>(resource: CursorResource, statuses: readonly Status[]) {
  return {
    status: z
      .string()
      .refine((value): value is Status => statuses.some((status) => status === value), {
        message: refusals.fields.status,
      })
      .optional(),
    q: text(QUERY_TEXT_MAX).optional(),
    created_after: instant.optional(),
    created_before: instant.optional(),
    cursor: z
      .string()
      .transform((value, check) => {
        const cursor = decodeCursor(resource, value)
        if (cursor) return cursor
        check.addIssue({
          code: 'custom',
          message: refusals.fields.cursor,
          params: { code: 'invalid_cursor' },
        })
        return z.NEVER
      })
      .optional(),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, { message: refusals.fields.limit })
      .transform(Number)
      .refine((value) => value >= 1 && value <= LIST_LIMIT_MAX, { message: refusals.fields.limit })
      .default(PAGE_SIZE),
  }
}

/** An id to filter by. */
export const idField = text(ID_TEXT_MAX).optional()

const instant = z.string().transform((value, check) => {
  const parsed = parseInstant(value.trim().replace(/ (?=\d\d:\d\d$)/, '+'))
  if (parsed) return parsed
  check.addIssue({
    code: 'custom',
    message: refusals.fields.date_time,
    params: { code: 'invalid_date_time' },
  })
  return z.NEVER
})

/** Reads a query; empty values count as absent. Throws Refusal `invalid_parameters` with every field error. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, source: QuerySource): z.output<Schema> {
  const entries = source instanceof URLSearchParams ? [...source] : Object.entries(source)
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Refusal('invalid_parameters', { fields: fieldErrors(parsed.error, given) })
  return parsed.data
}
