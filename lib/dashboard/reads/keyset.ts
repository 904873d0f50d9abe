import { type Cursor, type CursorResource, decodeCursor, encodeCursor } from '@/lib/contract/cursor'

/** Rows of a page: more than a screen, and laid out at once on a slow phone. */
export const PAGE_SIZE = 20

/** Returns the cursor of a filter that its schema has checked; undefined on the newest page. */
export function readCursor(resource: CursorResource, text: string | undefined): Cursor | undefined {
  return text === undefined ? undefined : (decodeCursor(resource, text) ?? undefined)
}

/** The order of every list, newest first; the id decides between rows of one instant. */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/** The rows after a cursor in that order, as a Prisma condition. */
export function afterCursor(cursor: Cursor) {
  return {
    OR: [{ createdAt: { lt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { lt: cursor.id } }],
  }
}

/** The rows before a cursor's page in that order: the cursor's own row and all that are newer. */
export function upToCursor(cursor: Cursor) {
  return {
    OR: [{ createdAt: { gt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { gte: cursor.id } }],
  }
}

/** The other way round, for the page before. */
export const oldestFirst = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

type Row = { id: string; createdAt: Date }
/** What a place is asked of: one mirrored table under the list's own filters. */
interface Before {
  count(): Promise<number>
  /** The row `skip` rows back from the cursor's own. */
  back(skip: number): Promise<Row | null>
}

/** Where a page stands: its first row's place from 1, and the cursor of the page before (null: the newest, or this is). */
export async function placeOfPage(
  resource: CursorResource,
  { cursor, limit }: { cursor?: Cursor | undefined; limit: number },
  before: (cursor: Cursor) => Before,
): Promise<{ from: number; newer_cursor: string | null }> {
  if (!cursor) return { from: 1, newer_cursor: null }
  const rows = before(cursor)
  const [count, previous] = await Promise.all([rows.count(), rows.back(limit)])
  return {
    from: count + 1,
    newer_cursor: previous && encodeCursor({ resource, createdAt: previous.createdAt, id: previous.id }),
  }
}

/** Returns half-open instants (ISO 8601) as a Prisma condition. */
export function createdWithin({ after, before }: { after?: string; before?: string }) {
  return {
    createdAt: { ...(after ? { gte: new Date(after) } : {}), ...(before ? { lt: new Date(before) } : {}) },
  }
}

/**
 * Cuts the row that was read beyond the page, which only tells that there is more. `momentOf` is what the list is in order
 * of, where that is not when a row was made; the cursor holds it.
 */
export function cutPage<Row extends { id: string; createdAt: Date }>(
  resource: CursorResource,
  rows: readonly Row[],
  limit: number,
  momentOf: (row: Row) => Date = ({ createdAt }) => createdAt,
) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    shown,
    has_more: more,
    next_cursor: more ? encodeCursor({ resource, createdAt: momentOf(last), id: last.id }) : null,
  }
}
