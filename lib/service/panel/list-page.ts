import { type CursorResource, encodeCursor, parseCursor } from '@/lib/contract/cursor'
import type { Queryable } from '@/lib/platform/database'
import {
  type KeysetList,
  type KeysetPage,
  keysetBack,
  keysetCount,
  keysetPage,
} from '@/lib/service/lists/keyset-query'

/** Rows per page of the panel's lists. */
const PAGE_SIZE = 20
/** Upper bound of the panel's counts: more costs time without information. */
export const COUNTED_TO = 1_000

/** Filters of a list of the panel. */
export type Filters = Omit<KeysetPage, 'limit' | 'starting_after'>

/** Returns a page of a list, newest first, with the cursors of its neighbors. Throws 400 for a bad cursor. */
export async function listPage<Row extends { id: string; created_at: Date }>(
  db: Queryable,
  list: KeysetList & { resource: CursorResource },
  filters: Filters,
  { cursor, limit = PAGE_SIZE }: { cursor?: string | undefined; limit?: number },
) {
  const starting_after = parseCursor(list.resource, cursor) ?? undefined
  const page = { ...filters, starting_after, limit }
  const [{ rows }, back] = await Promise.all([
    db.query<Row>(keysetPage(list, page)),
    starting_after ? db.query<{ id: string; created_at: Date }>(keysetBack(list, page)) : null,
  ])
  const cursorOf = ({ created_at: createdAt, id }: { id: string; created_at: Date }) =>
    encodeCursor({ resource: list.resource, createdAt, id })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const newer = back?.rows[0]
  return {
    rows: shown,
    has_more: last !== undefined,
    next_cursor: last ? cursorOf(last) : null,
    newer_cursor: newer ? cursorOf(newer) : null,
  }
}

/** Returns the number of filtered rows, counted to one beyond `COUNTED_TO`. */
export async function countRows(
  db: Queryable,
  list: Omit<KeysetList, 'columns'>,
  filters: Filters,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    keysetCount(list, { ...filters, limit: PAGE_SIZE }, COUNTED_TO),
  )
  return rows[0]?.count ?? 0
}
