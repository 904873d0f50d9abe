import type { Cursor } from '@/lib/contract/cursor'
import type { Statement } from '@/lib/platform/database'

/** One list in `created_at DESC, id DESC`, the order of every list (decisions: order of lists). */
export interface KeysetList {
  /** Prefix of the prepared statements' names, one for each set of filters in use. */
  name: string
  columns: string
  tables: string
  /** Alias of the table with account_id, created_at and id. */
  alias: string
}

export interface KeysetPage {
  accountId: string
  /** Column of the alias → its required value, or several of which it has one; undefined filters nothing. */
  equals: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Column of the alias → a value that it must not have. */
  differs?: Readonly<Record<string, string | undefined>>
  /** A literal condition without values; it may be that of a partial index. */
  is?: string | undefined
  created_after?: Date | undefined
  created_before?: Date | undefined
  starting_after?: Cursor | undefined
  limit: number
}

/**
 * Returns the statement of one page: up to `limit + 1` rows; the extra one indicates that there are more. The window is
 * half open, and the cursor is a row, so pages stay correct while rows are added.
 */
export function keysetPage(list: KeysetList, page: KeysetPage): Statement {
  return keysetRows(list, page, 'older')
}

/**
 * Returns the statement of the row that is the cursor of the page before the one at `starting_after`: `limit` rows back
 * from the cursor's own. No row = that page is the newest.
 */
export function keysetBack(list: Omit<KeysetList, 'columns'>, page: KeysetPage): Statement {
  const { alias } = list
  return keysetRows({ ...list, columns: `${alias}.created_at, ${alias}.id` }, page, 'newer')
}

/**
 * Returns the statement of the number of filtered rows, counted to one beyond `bound`, so that a long list is not read
 * for a number.
 */
export function keysetCount(list: Omit<KeysetList, 'columns'>, page: KeysetPage, bound: number): Statement {
  const { named, where, values, bind } = keysetConditions({ ...list, name: `${list.name}-count` }, page)
  return {
    ...named,
    text: `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${list.tables} WHERE ${where} LIMIT ${bind(bound + 1)}) counted`,
    values,
  }
}

function keysetRows(list: KeysetList, page: KeysetPage, side: 'older' | 'newer'): Statement {
  const isOlder = side === 'older'
  const { columns, tables, alias } = list
  const name = isOlder ? list.name : `${list.name}-back`
  const found = keysetConditions({ ...list, name }, page, isOlder ? '<' : '>=')
  const order = isOlder ? 'DESC' : 'ASC'
  const rows = isOlder ? `LIMIT ${found.bind(page.limit + 1)}` : `OFFSET ${found.bind(page.limit)} LIMIT 1`
  return {
    ...found.named,
    text: `SELECT ${columns} FROM ${tables} WHERE ${found.where}
      ORDER BY ${alias}.created_at ${order}, ${alias}.id ${order} ${rows}`,
    values: found.values,
  }
}

/** Postgres cuts a longer name of a prepared statement, so that two names could be equal. */
const NAME_MAX = 63

/**
 * Returns the conditions of a list and the name of their shape, none if it is too long for a prepared statement; without
 * `than` the cursor restricts nothing.
 */
export function keysetConditions(
  { name, alias }: Pick<KeysetList, 'name' | 'alias'>,
  page: Omit<KeysetPage, 'limit'>,
  than?: '<' | '>=',
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
  if (than && page.starting_after) {
    const { createdAt, id } = page.starting_after
    where('cursor', `(${alias}.created_at, ${alias}.id) ${than} (${bind(createdAt)}, ${bind(id)})`)
  }
  const named = shape.length <= NAME_MAX ? { name: shape } : {}
  return { named, where: wheres.join(' AND '), values, bind }
}
