import { callsAllowed } from '@/lib/dashboard/client/call-pause'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import type { Dashboard } from '@/lib/dashboard/context'
import { REPEATS_ENDED, sqlStates } from '@/lib/dashboard/schema/charge'
import { callCharge } from './call-charge'
import { type ChargeRow, chargeColumns, isOld } from './charge-row'
import { statesBefore } from './charge-transitions'
import type { HostChargeResult } from './host-charge-result'
import { CHARGE_LEASE_MS } from './send-charge'
import { storeHostResult } from './store-host-result'

/** Charges of one round, which run concurrently. */
export const CHARGES_AT_ONCE = 8

interface Worker {
  owner: string
  leaseMs?: number
}

/**
 * Repeats the requests of charges with an unknown outcome, each under its own key: those that are due, and those whose
 * process died before it stored a response. Any number of workers may call it.
 * @returns the number of charges taken
 */
export async function repeatCharges(
  dashboard: Dashboard,
  { owner, leaseMs = CHARGE_LEASE_MS }: Worker,
): Promise<number> {
  const until = performance.now() + leaseMs
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<ChargeRow>({
    name: 'claim-charges',
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, id AS i FROM dashboard.charge
        WHERE state IN (${sqlStates(statesBefore('UNKNOWN', 'repeat'))})
          AND ((due_at <= $1 AND owner IS NULL) OR lease_until < clock_timestamp())
          AND ${callsAllowed('connection_id', '$1')}
        ORDER BY due_at NULLS FIRST LIMIT ${CHARGES_AT_ONCE} FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.charge SET state = 'UNKNOWN', owner = $2, attempts = attempts + 1,
        unknown_at = CASE WHEN owner IS NULL THEN unknown_at ELSE $1 END, lease_until = clock_timestamp() + $3 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = i RETURNING ${chargeColumns}`,
    values: [dashboard.now(), owner, leaseMs],
  })
  await Promise.all(rows.map((row) => repeat(dashboard, row, until)))
  return rows.length
}

const repeatsEnded: HostChargeResult = {
  kind: 'unknown',
  problem: { status: 0, code: REPEATS_ENDED, message: '', retry_after_s: null },
  paymentId: null,
  requestId: null,
}

async function repeat(dashboard: Dashboard, row: ChargeRow, until: number): Promise<void> {
  try {
    const ctx = await openConnection(dashboard, row.connection_id, {
      userId: row.user_id,
      isBackground: true,
    })
    const answer = isOld(row, dashboard.now()) ? repeatsEnded : await callCharge(ctx, row, until)
    if (answer) await storeHostResult(ctx, row, answer)
  } catch (error) {
    // Its lease expires, and another round takes it.
    dashboard.log.warn(
      { connection: row.connection_id, charge: row.id, err: error },
      'a charge was not repeated',
    )
  }
}
