import * as z from 'zod'
import { type CursorResource, cursorError, decodeCursor } from '@/lib/contract/cursor'
import { ID_TEXT_MAX, QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/domain/text'

/* Components import only types from a file with schemas: zod stays out of the browser's scripts. */

/** The meaning of a search text, by its form. All but `text` ignore the dates. */
export type SearchKind = 'email' | 'id' | 'last4' | 'amount' | 'authorization_code' | 'phone' | 'text'

/** The counts of a filtered list. */
export type ListTotals = {
  /** Position of the page's first row in the whole filtered list, from 1. */
  from: number
  /** Per status under the other filters, and `ALL`. */
  counts: Record<string, number>
  count: number
  /** The bound of each count where counting stops at one: a larger count is "at least". */
  counted_to?: number
  /** In major units of the account's currency. */
  amount: number
  currency: string
}

/** One page of a list as every data route returns it. */
export type ListPage<Row> = {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
  /** The cursor of the page before this one; null when that is the newest, or this is. */
  newer_cursor: string | null
  /** Null where counting takes time: then the list's route of totals has them. */
  totals: ListTotals | null
  search: { as: SearchKind } | null
}

/** Answer of a list's route of totals; null where counting took too long. */
export type ListCount = { totals: ListTotals | null }

/** The filters that every list has in its URL. */
export type ListFilter = { status?: string | undefined; q?: string | undefined; cursor?: string | undefined }

const text = (max: number) => z.string().trim().min(1).max(max).refine(isStorable)

/** A search text. */
export const searchField = text(QUERY_TEXT_MAX)
/** An id to filter by. */
export const idField = text(ID_TEXT_MAX)

/** The fields that every list's URL has; `statuses` are those of its tabs. */
export function listFields<const Statuses extends readonly string[]>(
  resource: CursorResource,
  statuses: Statuses,
) {
  return { status: z.enum(statuses).optional(), q: searchField.optional(), cursor: cursorField(resource) }
}

function cursorField(resource: CursorResource) {
  const { code, message } = cursorError
  return z
    .string()
    .refine((cursor) => decodeCursor(resource, cursor) !== null, { message, params: { code } })
    .optional()
}

/** The query of a page or of a data route. */
export type QuerySource = URLSearchParams | Readonly<Record<string, string | string[] | undefined>>

/** Returns the parameters that have a value; the last one counts where a name occurs twice. */
export function givenParams(source: QuerySource): Record<string, unknown> {
  const entries = source instanceof URLSearchParams ? [...source] : Object.entries(source)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

/** Reads a page's filters, all of them optional; leaves out unreadable ones, so that an old address still works. */
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
