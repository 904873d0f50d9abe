import type { ConnectionContext } from '@/lib/dashboard/context'
import { caseStates, type OpenCases, sqlStates } from '@/lib/dashboard/schema/charge'
import { type ChargeRow, chargeColumns, shownCharge } from './charge-row'

/** Listed cases; more than a team resolves from one page. */
const CASES_MAX = 100

/** Returns the charges with an unknown outcome, oldest first, with the names of their customers. */
export async function openCases({
  connectionId,
  db,
  now,
}: Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>): Promise<OpenCases> {
  const { rows } = await db.query<ChargeRow & { name: string | null; count: number }>({
    name: 'open-cases',
    text: `SELECT ${chargeColumns}, (count(*) OVER ())::int AS count, (SELECT name FROM dashboard.mirror_customer m
          WHERE m.connection_id = c.connection_id AND m.id = c.customer_id) AS name
        FROM dashboard.charge c WHERE connection_id = $1 AND (state IN (${sqlStates(caseStates)})
          -- Its process died, and no worker has taken it over.
          OR (state = 'SENDING' AND lease_until < clock_timestamp()))
        ORDER BY created_at LIMIT ${CASES_MAX}`,
    values: [connectionId],
  })
  const cases = rows.map((row) => ({
    ...shownCharge(row, now()),
    customer_name: row.name ?? row.customer_id,
  }))
  return { cases, count: rows[0]?.count ?? 0 }
}
