/** Returns the start of an INSERT of one row, and its values. Callers pass the same columns each time. */
export function insertOf(table: string, row: Readonly<Record<string, unknown>>) {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`
  return { insert, values: Object.values(row) }
}
