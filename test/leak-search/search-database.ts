import { Client, escapeIdentifier } from 'pg'
import { distinctLeaks, type Leak } from './leak'
import { kindsIn, type Needle } from './needles'

const ROWS_AT_ONCE = 2_000
const NUMBER = /^(smallint|integer|bigint|numeric|real|double precision)$/

export interface SearchedDatabase {
  finds: Leak[]
  tables: number
  rows: number
}

/**
 * Reads every row of every table of every schema as text, like a dump, and bytes as the text that they encode. `url`
 * belongs to the owner, for whom row-level security hides nothing.
 */
export async function searchDatabase(url: string, needles: readonly Needle[]): Promise<SearchedDatabase> {
  const client = new Client({ connectionString: url, application_name: 'leak search' })
  await client.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query('SET LOCAL statement_timeout = 0')
    const tables = await columnsByTable(client)
    const finds: Leak[] = []
    let rows = 0
    for (const [table, columns] of tables)
      rows += await searchTable(client, { table, columns, needles, finds })
    await client.query('COMMIT')
    return { finds: distinctLeaks(finds), tables: tables.size, rows }
  } finally {
    await client.end()
  }
}

interface Column {
  name: string
  type: string
}

async function columnsByTable(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<{ schema: string; table: string; name: string; type: string }>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS name, a.atttypid::regtype::text AS type
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped
        AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_t%'
      ORDER BY 1, 2, a.attnum`,
  )
  const tables = new Map<string, Column[]>()
  for (const { schema, table, name, type } of rows) {
    const key = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`
    tables.set(key, [...(tables.get(key) ?? []), { name, type }])
  }
  return tables
}

interface TableSearch {
  table: string
  columns: readonly Column[]
  needles: readonly Needle[]
  finds: Leak[]
}

async function searchTable(client: Client, { table, columns, needles, finds }: TableSearch): Promise<number> {
  const shown = columns.map(({ name, type }, index) => {
    const column = escapeIdentifier(name)
    return `${type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`} AS c${index}`
  })
  await client.query(`DECLARE leak NO SCROLL CURSOR FOR SELECT ${shown.join(', ')} FROM ${table}`)
  let rows = 0
  for (;;) {
    const batch = await client.query<(string | null)[]>({
      text: `FETCH ${ROWS_AT_ONCE} FROM leak`,
      rowMode: 'array',
    })
    rows += batch.rows.length
    for (const row of batch.rows) {
      for (const [index, text] of row.entries()) {
        if (text === null) continue
        const { name = '', type = '' } = columns[index] ?? {}
        const where = `${table.replaceAll('"', '')}.${name}`
        // A count of 739 is not a security code; a number in a column called `cvc` is.
        const read = NUMBER.test(type) ? `${name}=${text}` : text
        finds.push(...kindsIn(read, needles).map((what) => ({ where, what })))
      }
    }
    if (batch.rows.length < ROWS_AT_ONCE) break
  }
  await client.query('CLOSE leak')
  return rows
}
