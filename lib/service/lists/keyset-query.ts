import { type Cursor, type CursorResource, encodeCursor, parseCursor } from '@/lib/contract/cursor'
import { ApiError } from '@/lib/contract/errors'
import { type List, toList } from '@/lib/contract/list'
import { isStorable } from '@/lib/domain/text'
import type { Queryable, Statement } from '@/lib/platform/database'

/** Rows per page of the panel's lists. */
const PAGE_SIZE = 20
/** Upper bound of the panel's counts: more costs time without information. */
export const COUNTED_TO = 1_000

/** One list in `created_at DESC, id DESC`, the order of every list (decisions: order of lists). */
export interface KeysetList {
  resource: CursorResource
  /** Prefix of the prepared statements' names, one for each set of filters in use. */
  name: string
  columns: string
  tables: string
  /** Alias of the table with account_id, created_at and id. */
  alias: string
}

/** Returns the list of a resource's table, with what `join` adds to each row. */
export function keysetList(resource: CursorResource, alias: string, columns: string, join = ''): KeysetList {
  return {
    resource,
    name: `list-${resource}`,
    columns,
    tables: `service.${resource} ${alias} ${join}`,
    alias,
  }
}

interface KeysetPage extends Filters {
  starting_after?: Cursor | undefined
  limit: number
}

export interface Filters {
  accountId: string
  /** Column of the alias → its required value, or several of which it has one; undefined filters nothing. */
  equals: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Column of the alias → a value that it must not have. */
  differs?: Readonly<Record<string, string | undefined>>
  /** A literal condition without values; it may be that of a partial index. */
  is?: string | undefined
  /** Half open; texts are ISO 8601. */
  created_after?: Date | string | undefined
  created_before?: Date | string | undefined
}

type Listed = { id: string; created_at: Date }

/** Returns a page of up to `limit` items; one more row is read, which indicates that there are more. */
export async function listOf<Row extends Listed, Item>(
  { db, accountId }: { db: Queryable; accountId: string },
  list: KeysetList,
  page: Omit<KeysetPage, 'accountId'>,
  render: (row: Row) => Item,
): Promise<List<Item>> {
  const { rows } = await db.query<Row>(keysetRows(list, { ...page, accountId }, 'older'))
  const keyed = rows.map((row) => ({ id: row.id, createdAt: row.created_at, row }))
  return toList(list.resource, keyed, page.limit, ({ row }) => render(row))
}

/** Returns the row of a list with this id. Throws `resource_not_found`, also for the id of another account. */
export async function rowOf<Row extends Listed>(
  { db, accountId }: { db: Queryable; accountId: string },
  { name, columns, tables, alias }: KeysetList,
  id: string,
): Promise<Row> {
  // Postgres refuses NUL in a text: nothing has such an id.
  if (!isStorable(id)) throw new ApiError('resource_not_found')
  const { rows } = await db.query<Row>({
    name: `${name}-one`,
    text: `SELECT ${columns} FROM ${tables} WHERE ${alias}.account_id = $1 AND ${alias}.id = $2`,
    values: [accountId, id],
  })
  if (!rows[0]) throw new ApiError('resource_not_found')
  return rows[0]
}

/** Returns a page of a list of the panel, newest first, with the cursors of its neighbors. Throws 400 for a bad cursor. */
export async function listPage<Row extends Listed>(
  db: Queryable,
  list: KeysetList,
  filters: Filters,
  { cursor, limit = PAGE_SIZE }: { cursor?: string | undefined; limit?: number },
) {
  const starting_after = parseCursor(list.resource, cursor) ?? undefined
  const page = { ...filters, starting_after, limit }
  const [{ rows }, back] = await Promise.all([
    db.query<Row>(keysetRows(list, page, 'older')),
    starting_after ? db.query<Listed>(keysetRows(list, page, 'newer')) : null,
  ])
  const cursorOf = ({ created_at: createdAt, id }: Listed) =>
    encodeCursor({ resource: list.resource, createdAt, id })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const newer = back?.rows[0]
  return {
    rows: rows.slice(0, limit),
    has_more: last !== undefined,
    next_cursor: last ? cursorOf(last) : null,
    newer_cursor: newer ? cursorOf(newer) : null,
  }
}

/** Returns the number of filtered rows, counted to one beyond `COUNTED_TO`, so that a long list is not read for a number. */
export async function countRows(
  db: Queryable,
  list: Pick<KeysetList, 'name' | 'tables' | 'alias'>,
  filters: Filters,
): Promise<number> {
  const { named, where, values, bind } = keysetConditions({ ...list, name: `${list.name}-count` }, filters)
  const { rows } = await db.query<{ count: number }>({
    ...named,
    text: `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${list.tables} WHERE ${where} LIMIT ${bind(COUNTED_TO + 1)}) counted`,
    values,
  })
  return rows[0]?.count ?? 0
}

/** Returns the statement of a page, or of the row that is the cursor of the newer page, if there is one. */
function keysetRows(
  { name, columns, tables, alias }: KeysetList,
  page: KeysetPage,
  side: 'older' | 'newer',
): Statement {
  const isOlder = side === 'older'
  const cursor = page.starting_after && { ...page.starting_after, than: isOlder ? '<' : '>=' }
  const found = keysetConditions({ name: isOlder ? name : `${name}-back`, alias }, page, cursor)
  const order = isOlder ? 'DESC' : 'ASC'
  const rows = isOlder ? `LIMIT ${found.bind(page.limit + 1)}` : `OFFSET ${found.bind(page.limit)} LIMIT 1`
  return {
    ...found.named,
    text: `SELECT ${isOlder ? columns : `${alias}.created_at, ${alias}.id`} FROM ${tables} WHERE ${found.where}
      ORDER BY ${alias}.created_at ${order}, ${alias}.id ${order} ${rows}`,
    values: found.values,
  }
}

/** Postgres cuts a longer name of a prepared statement, so that two names could be equal. */
const NAME_MAX = 63

/** Returns the conditions of a list and the name of their shape, none if it is too long for a prepared statement. */
export function keysetConditions(
  { name, alias }: Pick<KeysetList, 'name' | 'alias'>,
  page: Filters,
  cursor?: Cursor & { than: string },
) {
  const values: unknown[] = [page.accountId]
  const wheres = [`${alias}.account_id = $1`]
  let shape = name
  const bind = (value: unknown) => `$${values.push(value)}`
  const where = (key: string, sql: string) => {
    shape += `+${key}`
    wheres.push(sql)
  }
  for (const [column, value] of Object.entries(page.equals)) {
    if (typeof value === 'string') where(column, `${alias}.${column} = ${bind(value)}`)
    else if (value) where(`any-${column}`, `${alias}.${column} = ANY (${bind(value)}::text[])`)
  }
  for (const [column, value] of Object.entries(page.differs ?? {}))
    if (value !== undefined) where(`not-${column}`, `${alias}.${column} <> ${bind(value)}`)
  if (page.is) where(page.is, page.is)
  if (page.created_after) where('after', `${alias}.created_at >= ${bind(page.created_after)}`)
  if (page.created_before) where('before', `${alias}.created_at < ${bind(page.created_before)}`)
  if (cursor) {
    const { createdAt, id, than } = cursor
    where('cursor', `(${alias}.created_at, ${alias}.id) ${than} (${bind(createdAt)}, ${bind(id)})`)
  }
  const named = shape.length <= NAME_MAX ? { name: shape } : {}
  return { named, where: wheres.join(' AND '), values, bind }
}
