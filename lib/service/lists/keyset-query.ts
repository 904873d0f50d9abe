import type { Cursor } from '@/lib/contract/cursor'
import type { Statement } from '@/lib/platform/database'

/** One list in `created_at DESC, id DESC`, the order of every list (decisions: order of lists). */
export interface KeysetList {
  /** Names the prepared statements, one for each set of filters in use. */
  name: string
  columns: string
  tables: string
  /** The alias of the table that holds account_id, created_at and id. */
  alias: string
}

export interface KeysetPage {
  accountId: string
  /** Column of the alias → the value that it must equal; undefined filters nothing. */
  equals: Readonly<Record<string, string | undefined>>
  /** A condition without values, as a literal: it may be that of a partial index. */
  is?: string | undefined
  created_after?: Date | undefined
  created_before?: Date | undefined
  starting_after?: Cursor | undefined
  limit: number
}

/**
 * The statement of one page: up to `limit + 1` rows, the extra one telling that there are more. The window is half
 * open, and the cursor stands on a row, so that pages stay right while rows arrive.
 */
export function keysetPage(list: KeysetList, page: KeysetPage): Statement {
  return keysetRows(list, page, 'older')
}

/**
 * The statement of the row on which the page before the one at `starting_after` stands: `limit` rows back from the cursor's
 * own. No row = that page is the newest.
 */
export function keysetBack(list: Omit<KeysetList, 'columns'>, page: KeysetPage): Statement {
  const { alias } = list
  return keysetRows({ ...list, columns: `${alias}.created_at, ${alias}.id` }, page, 'newer')
}

function keysetRows(
  { name, columns, tables, alias }: KeysetList,
  page: KeysetPage,
  side: 'older' | 'newer',
): Statement {
  const isOlder = side === 'older'
  const values: unknown[] = [page.accountId]
  const wheres = [`${alias}.account_id = $1`]
  let shape = isOlder ? name : `${name}-back`
  const bind = (value: unknown) => `$${values.push(value)}`
  const where = (key: string, sql: string) => {
    shape += `+${key}`
    wheres.push(sql)
  }
  for (const [column, value] of Object.entries(page.equals)) {
    if (value !== undefined) where(column, `${alias}.${column} = ${bind(value)}`)
  }
  if (page.is) where(page.is, page.is)
  if (page.created_after) where('after', `${alias}.created_at >= ${bind(page.created_after)}`)
  if (page.created_before) where('before', `${alias}.created_at < ${bind(page.created_before)}`)
  if (page.starting_after) {
    const { createdAt, id } = page.starting_after
    const than = isOlder ? '<' : '>='
    where('cursor', `(${alias}.created_at, ${alias}.id) ${than} (${bind(createdAt)}, ${bind(id)})`)
  }
  const order = isOlder ? 'DESC' : 'ASC'
  const rows = isOlder ? `LIMIT ${bind(page.limit + 1)}` : `OFFSET ${bind(page.limit)} LIMIT 1`
  return {
    name: shape,
    text: `SELECT ${columns} FROM ${tables} WHERE ${wheres.join(' AND ')}
      ORDER BY ${alias}.created_at ${order}, ${alias}.id ${order} ${rows}`,
    values,
  }
}
