import { Client } from 'pg'
import { demo } from './demo'
import { databaseUrl } from './test-owner'

/** Returns the demo merchant's newest charge in each state, which no route lists: state → id. */
export async function chargesByState(): Promise<Map<string, string>> {
  const client = new Client({ connectionString: databaseUrl() })
  await client.connect()
  try {
    const { rows } = await client.query<{ state: string; id: string }>(
      `SELECT DISTINCT ON (state) state, id FROM dashboard.charge
        WHERE connection_id = (SELECT id FROM dashboard.connection WHERE slug = $1)
          -- Those of the demo's desk: a test's own charge may end meanwhile.
          AND (idempotency_key LIKE 'desk-%' OR idempotency_key = 'order-10117')
        ORDER BY state, created_at DESC`,
      [demo().account_slug],
    )
    return new Map(rows.map(({ state, id }) => [state.toLowerCase(), id]))
  } finally {
    await client.end()
  }
}
