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
  created_after?: Date | undefined
  created_before?: Date | undefined
  starting_after?: Cursor | undefined
  limit: number
}

/**
 * The statement of one page: up to `limit + 1` rows, the extra one telling that there are more. The window is half
 * open, and the cursor stands on a row, so that pages stay right while rows arrive.
 */
export function keysetPage({ name, columns, tables, alias }: KeysetList, page: KeysetPage): Statement {
  const values: unknown[] = [page.accountId]
  const wheres = [`${alias}.account_id = $1`]
  let shape = name
  const bind = (value: unknown) => `$${values.push(value)}`
  const where = (key: string, sql: string) => {
    shape += `+${key}`
    wheres.push(sql)
  }
  for (const [column, value] of Object.entries(page.equals)) {
    if (value !== undefined) where(column, `${alias}.${column} = ${bind(value)}`)
  }
  if (page.created_after) where('after', `${alias}.created_at >= ${bind(page.created_after)}`)
  if (page.created_before) where('before', `${alias}.created_at < ${bind(page.created_before)}`)
  if (page.starting_after) {
    const { createdAt, id } = page.starting_after
    where('cursor', `(${alias}.created_at, ${alias}.id) < (${bind(createdAt)}, ${bind(id)})`)
  }
  const limit = bind(page.limit + 1)
  return {
    name: shape,
    text: `SELECT ${columns} FROM ${tables} WHERE ${wheres.join(' AND ')}
      ORDER BY ${alias}.created_at DESC, ${alias}.id DESC LIMIT ${limit}`,
    values,
  }
}
