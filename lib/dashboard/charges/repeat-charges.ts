import type { Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE, shareValues } from '@/lib/dashboard/jobs/fair-share'
import { openConnection } from '@/lib/dashboard/open-connection'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { type Lanes, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { type ChargeRow, chargeColumns, isOld, statesBefore } from './charge-row'
import { CHARGE_LEASE_MS, callCharge } from './send-charge'
import { REPEATS_ENDED, storeHostResult } from './store-host-result'

/** Charges of one connection that are repeated concurrently. */
const PER_CONNECTION = 4

interface Worker {
  owner: string
  leaseMs?: number
}

/**
 * Repeats the requests of charges with an unknown outcome, each under its own key: those that are due, and those whose
 * process died before it stored a response. Any number of workers may call it. With `lanes` the calls continue after it.
 * @returns the number of charges taken
 */
export async function repeatCharges(
  dashboard: Dashboard,
  { owner, leaseMs = CHARGE_LEASE_MS }: Worker,
  lanes?: Lanes,
): Promise<number> {
  const until = performance.now() + leaseMs
  return shareLanes(
    lanes,
    (room) => claimCharges(dashboard, { owner, leaseMs }, room),
    async (rows) => void (await Promise.all(rows.map((row) => repeat(dashboard, row, until)))),
  )
}

async function claimCharges(
  { database, now }: Dashboard,
  { owner, leaseMs }: Required<Worker>,
  room: Room,
): Promise<readonly (ChargeRow & Shared)[]> {
  const { rows } = await database.as('checkout_dashboard_system').query<ChargeRow & Shared>({
    name: 'claim-charges',
    text: `${fairShare({
      table: 'charge',
      key: ['id'],
      open: `job.state IN (${sqlStates(statesBefore('UNKNOWN', 'repeat'))})`,
      due: '((job.due_at <= $6 AND job.owner IS NULL) OR job.lease_until < clock_timestamp())',
      since: 'job.due_at',
      connection: '(c.calls_paused_until IS NULL OR c.calls_paused_until <= $6)',
    })}
      UPDATE dashboard.charge SET state = 'UNKNOWN', owner = $7, attempts = attempts + 1,
        unknown_at = CASE WHEN owner IS NULL THEN unknown_at ELSE $6 END, lease_until = clock_timestamp() + $8 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = k1 RETURNING ${chargeColumns}, ${LANE}`,
    values: [...shareValues(room, PER_CONNECTION), now(), owner, leaseMs],
  })
  return rows
}

async function repeat(dashboard: Dashboard, row: ChargeRow, until: number): Promise<void> {
  try {
    const ctx = await openConnection(dashboard, row.connection_id, {
      userId: row.user_id,
      isBackground: true,
    })
    const answer = isOld(row, dashboard.now()) ? REPEATS_ENDED : await callCharge(ctx, row, until)
    if (answer) await storeHostResult(ctx, row, answer)
  } catch (error) {
    // Its lease expires, and another round takes it.
    dashboard.log.warn(
      { connection: row.connection_id, charge: row.id, err: error },
      'a charge was not repeated',
    )
  }
}
