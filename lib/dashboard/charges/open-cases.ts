import type { ConnectionContext } from '@/lib/dashboard/context'
import { caseStates, type OpenCases, sqlStates } from '@/lib/dashboard/schema/charge'
import { type ChargeRow, chargeColumns, shownCharge } from './charge-row'

/** Listed cases; more than a team resolves from one page. */
const CASES_MAX = 100

/** Columns of a listed charge, with its customer's name. */
const columns = `${chargeColumns}, (SELECT name FROM dashboard.mirror_customer m
  WHERE m.connection_id = c.connection_id AND m.id = c.customer_id) AS name`

type Row = ChargeRow & { name: string | null }

/**
 * Returns the charges with an unknown outcome, and the unsent charges that were prepared to replace closed cases, each
 * oldest first, with the names of their customers.
 */
export async function openCases({
  connectionId,
  db,
  now,
}: Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>): Promise<OpenCases> {
  const [open, prepared] = await Promise.all([
    db.query<Row & { count: number }>({
      name: 'open-cases',
      text: `SELECT ${columns}, (count(*) OVER ())::int AS count
        FROM dashboard.charge c WHERE connection_id = $1 AND (state IN (${sqlStates(caseStates)})
          -- Its process died, and no worker has taken it over.
          OR (state = 'SENDING' AND lease_until < clock_timestamp()))
        ORDER BY created_at LIMIT ${CASES_MAX}`,
      values: [connectionId],
    }),
    db.query<Row>({
      name: 'prepared-charges',
      text: `SELECT ${columns} FROM dashboard.charge c
        WHERE connection_id = $1 AND state = 'DRAFT' AND replaces IS NOT NULL AND EXISTS (SELECT FROM dashboard.charge r
          WHERE r.connection_id = $1 AND r.id = c.replaces AND r.state = 'RELEASED')
        ORDER BY created_at LIMIT ${CASES_MAX}`,
      values: [connectionId],
    }),
  ])
  const shown = ({ name, ...row }: Row) => ({
    ...shownCharge(row, now()),
    customer_name: name ?? row.customer_id,
  })
  return { cases: open.rows.map(shown), count: open.rows[0]?.count ?? 0, prepared: prepared.rows.map(shown) }
}
