import type { Handle } from '@/lib/platform/database'
import type { Keyring, Place } from '@/lib/platform/secrets'

/** Rows read at once. */
const BATCH = 200

/** A column of sealed values. */
export interface SealedColumn {
  /** With its schema. */
  table: string
  column: string
  /** Columns of the primary key, texts or bytes. */
  key: readonly string[]
  /** Columns of which the place is made, beside the key. */
  also?: readonly string[]
  /** The place to which a row's value is bound, by its columns. */
  place(row: Readonly<Record<string, unknown>>): Place
}

/**
 * Seals every value of a column again that another key than the current one sealed, while processes read and write them: a row that
 * changes meanwhile keeps its newer value and is looked at again. `db` sees every row. Returns how many.
 * Throws the error of `Keyring.open` for a value that none of the keys opens.
 */
export async function resealColumn(
  db: Handle,
  keyring: Keyring,
  { table, column, key, also = [], place }: SealedColumn,
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
      const anew = keyring.seal(keyring.open(row.sealed, place(row)), place(row))
      const { count } = await db.query({
        text: `UPDATE ${table} SET ${column} = $${key.length + 1} WHERE ${isKey} AND ${column} = $${key.length + 2}`,
        values: [...key.map((name) => row[name]), anew, row.sealed],
      })
      resealed += count
    }
  }
}
