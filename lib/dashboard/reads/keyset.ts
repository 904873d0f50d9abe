import type { z } from 'zod'
import { type Cursor, type CursorResource, decodeCursor, encodeCursor } from '@/lib/contract/cursor'
import { fieldErrors } from '@/lib/contract/field-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { COUNT_TIMEOUT_MS } from '@/lib/dashboard/open-connection'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Handle, Queryable } from '@/lib/platform/database'
import { isStatementTimeout } from '@/lib/platform/prisma-client'
import { raw, sql } from '@/lib/platform/sql'
import { givenParams, type ListTotals, type QuerySource } from './list'

/** Rows of a page: more than a screen shows, and quick to lay out on a slow phone. */
export const PAGE_SIZE = 20

/** Returns the cursor of a filter that its schema has validated; undefined on the first page. */
export function readCursor(resource: CursorResource, text: string | undefined): Cursor | undefined {
  return text === undefined ? undefined : (decodeCursor(resource, text) ?? undefined)
}

/** Order of every list, newest first; the id decides between rows of one instant. */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/**
 * Returns the rows after a cursor in that order, as a Prisma condition. The alternatives alone would not bound an index:
 * a page far down would read all rows above it.
 */
export function afterCursor(cursor: Pick<Cursor, 'createdAt' | 'id'>) {
  return {
    createdAt: { lte: cursor.createdAt },
    OR: [{ createdAt: { lt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { lt: cursor.id } }],
  }
}

/** Returns the rows before a cursor's page in that order: the cursor's own row and all newer ones. */
export function upToCursor(cursor: Cursor) {
  return {
    createdAt: { gte: cursor.createdAt },
    OR: [{ createdAt: { gt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { gte: cursor.id } }],
  }
}

/** Reverse order, for the previous page. */
export const oldestFirst = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

/** Returns half-open instants (ISO 8601) as a Prisma condition. */
export function createdWithin({ after, before }: { after?: string; before?: string }) {
  return {
    createdAt: { ...(after ? { gte: new Date(after) } : {}), ...(before ? { lt: new Date(before) } : {}) },
  }
}

/** Order of a list: forwards, backwards, the conditions after and up to a cursor, and the instant that a cursor contains. */
export interface ListOrder<Row, Where, By> {
  forwards: By[]
  backwards: By[]
  after(cursor: Cursor): Where
  upTo(cursor: Cursor): Where
  momentOf(row: Row): Date
}

type Created = { createdAt: Date }
type ByCreation = (typeof newestFirst)[number] | (typeof oldestFirst)[number]

/** Order by creation, newest first. */
export const byCreation: ListOrder<
  Created,
  ReturnType<typeof afterCursor | typeof upToCursor>,
  ByCreation
> = {
  forwards: newestFirst,
  backwards: oldestFirst,
  after: afterCursor,
  upTo: upToCursor,
  momentOf: ({ createdAt }) => createdAt,
}

interface PageOf<Row, Where, Bound, By> {
  /** Cursor of the filter; undefined on the first page. */
  cursor: string | undefined
  limit?: number
  /** Conditions of the whole list. */
  listed: readonly Where[]
  order: ListOrder<NoInfer<Row>, Bound, By>
}

/** Returns the rows of one page of a list, and the cursors of the pages before and after it. */
export async function readPage<Row extends { id: string; createdAt: Date }, Where, Bound, By>(
  resource: CursorResource,
  { cursor: text, limit = PAGE_SIZE, listed, order }: PageOf<Row, Where, Bound, By>,
  read: (page: {
    where: { AND: (Where | Bound)[] }
    orderBy: By[]
    take: number
    skip?: number
  }) => Promise<Row[]>,
) {
  const cursor = readCursor(resource, text)
  const cursorOf = (row: Row | undefined) =>
    row ? encodeCursor({ resource, createdAt: order.momentOf(row), id: row.id }) : null
  const [rows, [first]] = await Promise.all([
    // One row beyond the page shows if there are more.
    read({
      where: { AND: cursor ? [...listed, order.after(cursor)] : [...listed] },
      orderBy: order.forwards,
      take: limit + 1,
    }),
    // The row that many rows back from the cursor's own is the cursor of the page before; the first page has none.
    cursor
      ? read({
          where: { AND: [...listed, order.upTo(cursor)] },
          orderBy: order.backwards,
          skip: limit,
          take: 1,
        })
      : [],
  ])
  const has_more = rows.length > limit
  return {
    shown: rows.slice(0, limit),
    has_more,
    next_cursor: has_more ? cursorOf(rows[limit - 1]) : null,
    newer_cursor: cursorOf(first),
  }
}

/** Parses a query; empty values count as absent. Throws Refusal `invalid_parameters` with every field error. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, source: QuerySource): z.output<Schema> {
  const given = givenParams(source)
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Refusal('invalid_parameters', { fields: fieldErrors(parsed.error, given) })
  return parsed.data
}

/** Number of rows that a page counts with its own rows without a noticeable delay. */
const QUICK_ROWS = 5_000

/** Returns whether a list has at most that many rows, by a `count` that ends at `take` rows. */
export async function isQuicklyCounted(count: (take: number) => Promise<number>): Promise<boolean> {
  return (await count(QUICK_ROWS + 1)) <= QUICK_ROWS
}

/** Returns the number of rows of a list by status, and `ALL`, from groups by status. */
export function countsOf(
  statuses: readonly string[],
  groups: readonly { status: string; _count: { _all: number } }[],
): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]))
  for (const { status, _count } of groups) counts[status] = (counts[status] ?? 0) + _count._all
  return { ALL: groups.reduce((sum, { _count }) => sum + _count._all, 0), ...counts }
}

/**
 * Returns the totals of a list whose page has `newer` rows before it, under a filter of `status`; `amount` in major units.
 */
export function listTotals(
  { account: { currency } }: Pick<ConnectionContext, 'account'>,
  { status = 'ALL' }: { status?: string | undefined },
  { counts, newer, amount = 0 }: { counts: Record<string, number>; newer: number; amount?: number },
): ListTotals {
  return { from: newer + 1, counts, count: counts[status] ?? 0, amount, currency }
}

/** Returns the handle for such counts, as `ctx.counting` is Prisma for them. */
export function countingHandle(db: Handle): Queryable {
  return {
    query: (statement) =>
      db.transaction(async (tx) => {
        await tx.query(sql`SET LOCAL statement_timeout = ${raw(COUNT_TIMEOUT_MS)}`)
        return tx.query(statement)
      }),
  }
}

/** Returns the result of `count`; null if one of its statements took too long. */
export async function countWithTimeout<T>(count: () => Promise<T>): Promise<T | null> {
  try {
    return await count()
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  }
}
