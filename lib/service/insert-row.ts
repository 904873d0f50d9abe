/**
 * Returns the start of an INSERT of one row into a table, and its values, from an object of the columns. Callers pass the
 * same columns each time: the text may be that of a prepared statement.
 */
export function insertOf(table: string, row: Readonly<Record<string, unknown>>) {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`
  return { insert, values: Object.values(row) }
}
