import { CHARGE_LEASE_MS } from '@/lib/dashboard/charges/send-charge'
import type { Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE, shareValues } from '@/lib/dashboard/jobs/fair-share'
import { openConnection } from '@/lib/dashboard/open-connection'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { openRefundStates } from '@/lib/dashboard/schema/tabs'
import { type Lanes, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { callRefund } from './host-refund'
import { type RefundRow, refundColumns } from './refund-row'
import { storeRefundResult } from './store-refund-result'

/** Refunds of one connection that are repeated concurrently. */
const PER_CONNECTION = 4

/**
 * Asks again for the outcome of refunds that have none, each under its own key or by the host's list: those that are due,
 * and those whose process died before it stored a response. Any number of workers may call it. With `lanes` the calls
 * continue after it. The refunds of a disconnected account wait until it is connected again.
 * @returns the number of refunds taken
 */
export async function repeatRefunds(
  dashboard: Dashboard,
  { owner, leaseMs = CHARGE_LEASE_MS }: { owner: string; leaseMs?: number },
  lanes?: Lanes,
): Promise<number> {
  const { database, now } = dashboard
  const until = performance.now() + leaseMs
  return shareLanes(
    lanes,
    async (room) => {
      const { rows } = await database.as('checkout_dashboard_system').query<RefundRow & Shared>({
        name: 'claim-refunds',
        text: `${fairShare({
          table: 'refund',
          key: ['id'],
          open: `job.state IN (${sqlStates(openRefundStates)})`,
          due: '((job.due_at <= $6 AND job.owner IS NULL) OR job.lease_until < clock_timestamp())',
          since: 'job.due_at',
          connection:
            '(c.calls_paused_until IS NULL OR c.calls_paused_until <= $6) AND c.disconnected_at IS NULL',
        })}
          UPDATE dashboard.refund SET state = CASE state WHEN 'SENDING' THEN 'UNKNOWN' ELSE state END, owner = $7,
            attempts = attempts + 1, unknown_at = CASE WHEN owner IS NULL THEN unknown_at ELSE $6 END,
            lease_until = clock_timestamp() + $8 * interval '1 ms'
          FROM due WHERE connection_id = c AND id = k1 RETURNING ${refundColumns}, ${LANE}`,
        values: [...shareValues(room, PER_CONNECTION), now(), owner, leaseMs],
      })
      return rows
    },
    async (rows) => void (await Promise.all(rows.map((row) => repeat(dashboard, row, until)))),
  )
}

async function repeat(dashboard: Dashboard, row: RefundRow, until: number): Promise<void> {
  const { connection_id: connection, user_id: userId } = row
  try {
    const ctx = await openConnection(dashboard, connection, { userId, isBackground: true })
    const result = await callRefund(ctx, row, until)
    if (result) await storeRefundResult(ctx, row, result)
  } catch (error) {
    // Its lease expires, and another round takes it.
    dashboard.log.warn({ connection, refund: row.id, err: error }, 'a refund was not repeated')
  }
}
