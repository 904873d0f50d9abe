import { Client } from 'pg'
import type { Database } from '@/lib/platform/database'

/** Fingerprint of every row's version in the database: two are equal only if nothing was written in between. */
export class StatePrint {
  readonly #client: Client
  readonly #statement: string

  private constructor(client: Client, statement: string) {
    this.#client = client
    this.#statement = statement
  }

  /** Opens the database of a running API, on the test run's server. */
  static async of(database: Database): Promise<StatePrint> {
    const { rows: names } = await database
      .as('checkout_system')
      .query<{ name: string }>({ name: 'own-name', text: 'SELECT current_database() AS name' })
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.pathname = `/${names[0]?.name}`
    const client = new Client({ connectionString: url.href })
    client.on('error', () => {})
    await client.connect()
    // Any request takes tokens of the rate limit: they are not part of an account's state.
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'limits') ORDER BY 1`,
    )
    const parts = tables.map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*)::int AS rows, coalesce(sum(xmin::text::bigint), 0)::text AS versions FROM ${name}`,
    )
    return new StatePrint(client, parts.join(' UNION ALL '))
  }

  /** Returns the number of rows and the sum of their writers' transactions, by table. */
  async take(): Promise<Record<string, string>> {
    const { rows } = await this.#client.query<{ name: string; rows: number; versions: string }>(
      this.#statement,
    )
    return Object.fromEntries(rows.map((it) => [it.name, `${it.rows} rows, ${it.versions}`]))
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
