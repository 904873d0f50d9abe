import * as z from 'zod'
import { type CursorResource, cursorError, decodeCursor } from '@/lib/contract/cursor'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { isDay } from '@/lib/domain/calendar-days'
import { SEARCH_TEXT_MAX } from '@/lib/domain/fold-text'
import { isStorable } from '@/lib/domain/text'
import { periods } from './period'

/** Meaning of a search text, by its form. All but `text` ignore the dates. */
export type SearchKind = 'email' | 'id' | 'last4' | 'amount' | 'authorization_code' | 'phone' | 'text'

/** Counts of a filtered list. */
export type ListTotals = {
  /** Position of the page's first row in the filtered list, from 1. */
  from: number
  /** Counts by status under the other filters, and `ALL`. */
  counts: Record<string, number>
  count: number
  /** Limit of each count, if counting stops at one: a larger count is "at least". */
  counted_to?: number
  /** Amount in major units of the account's currency. */
  amount: number
  /** It without what was refunded, if that is known. */
  net?: number
  currency: string
}

/** One page of a list as every data route returns it. */
export type ListPage<Row> = {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
  /** Cursor of the previous page; null if that is the first page, or this one is. */
  newer_cursor: string | null
  /** Null if counting is slow: the list's route of totals returns them then. */
  totals: ListTotals | null
  /** `near`: no row contains the text, and those of the page resemble it. */
  search: { as: SearchKind; near?: boolean } | null
}

/** Response of a list's route of totals; null if counting took too long. */
export type ListCount = { totals: ListTotals | null }

/** Filters that every list has in its URL. */
export type ListFilter = { status?: string | undefined; q?: string | undefined; cursor?: string | undefined }

const text = (max: number) => z.string().trim().min(1).max(max).refine(isStorable)

/** Search text. */
export const searchField = text(SEARCH_TEXT_MAX)

/** Id as a filter. */
export const idField = text(ID_TEXT_MAX)

const day = z.string().refine(isDay).optional()

/** Filters by calendar days of the account's zone. */
export const dayFields = { period: z.enum(periods).optional(), from: day, to: day }

/**
 * Returns the schema of a list's filters in its URL, in their order in a URL; `statuses` are those of its tabs, `more` the
 * list's own filters.
 */
export function listFilter<const Statuses extends readonly string[], More extends z.ZodRawShape>(
  resource: CursorResource,
  statuses: Statuses,
  more: More,
) {
  const status = z.enum(statuses).optional()
  return z.object({ status, q: searchField.optional(), ...more, cursor: cursorField(resource) })
}

function cursorField(resource: CursorResource) {
  const { code, message } = cursorError
  return z
    .string()
    .refine((cursor) => decodeCursor(resource, cursor) !== null, { message, params: { code } })
    .optional()
}

/** Query of a page or of a data route. */
export type QuerySource = URLSearchParams | Readonly<Record<string, string | string[] | undefined>>

/** Returns the parameters with a value; the last one wins if a name is repeated. */
export function givenParams(source: QuerySource): Record<string, unknown> {
  const entries = source instanceof URLSearchParams ? [...source] : Object.entries(source)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

/** Parses a page's filters, all of them optional; ignores unreadable ones, so that an old URL still works. */
export function readFilter<Schema extends z.ZodObject>(
  schema: Schema,
  source: QuerySource,
): z.output<Schema> {
  const given = givenParams(source)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const unreadable = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !unreadable.has(name))))
}
