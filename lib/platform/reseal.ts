import type { Handle } from '@/lib/platform/database'
import type { Aad, Keyring } from '@/lib/platform/secrets'

/** Rows per batch. */
const BATCH = 200

/** A column of sealed values. */
export interface SealedColumn {
  /** Table name with its schema. */
  table: string
  column: string
  /** Columns of the primary key, texts or bytes. */
  key: readonly string[]
  /** Additional columns of the sealed value's AAD. */
  also?: readonly string[]
  /** SQL condition of the rows whose value may still be opened; by default all. */
  used?: string
  /** Returns the AAD of a row's value from its columns. */
  aad(row: Readonly<Record<string, unknown>>): Aad
}

/**
 * Opens one value of each column and encryption key, so that a process with wrong keys refuses to start instead of
 * failing later. `db` sees every row. Throws the error of `Keyring.open`.
 */
export async function verifySealedColumns(
  db: Handle,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const { table, column, key, also = [], used = 'true', aad } of columns) {
    const { rows } = await db.query<Record<string, unknown> & { sealed: string }>({
      text: `SELECT DISTINCT ON (split_part(${column}, '.', 2)) ${[...key, ...also].join(', ')}, ${column} AS sealed
        FROM ${table} WHERE ${column} IS NOT NULL AND ${used}`,
    })
    for (const row of rows) keyring.open(row.sealed, aad(row))
  }
}

/**
 * Seals again every value of a column that another key than the current one sealed, while processes read and write
 * them: a row that changes meanwhile keeps its newer value and is checked again. `db` sees every row. Returns the
 * number of resealed values. Throws the error of `Keyring.open` for a value that no key opens.
 */
export async function resealColumn(
  db: Handle,
  keyring: Keyring,
  { table, column, key, also = [], aad }: SealedColumn,
): Promise<number> {
  const isKey = key.map((name, index) => `${name} = $${index + 1}`).join(' AND ')
  let resealed = 0
  for (;;) {
    const { rows } = await db.query<Record<string, unknown> & { sealed: string }>({
      text: `SELECT ${[...key, ...also].join(', ')}, ${column} AS sealed FROM ${table}
        WHERE ${column} IS NOT NULL AND split_part(${column}, '.', 2) <> $1 LIMIT ${BATCH}`,
      values: [keyring.currentKeyId],
    })
    if (rows.length === 0) return resealed
    for (const row of rows) {
      const anew = keyring.seal(keyring.open(row.sealed, aad(row)), aad(row))
      const { count } = await db.query({
        text: `UPDATE ${table} SET ${column} = $${key.length + 1} WHERE ${isKey} AND ${column} = $${key.length + 2}`,
        values: [...key.map((name) => row[name]), anew, row.sealed],
      })
      resealed += count
    }
  }
}
