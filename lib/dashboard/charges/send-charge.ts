import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { Refusal } from '@/lib/dashboard/refusal'
import { sqlStates, unsettledStates } from '@/lib/dashboard/schema/charge'
import { isStorable } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'
import { callCharge } from './call-charge'
import { type ChargeRow, chargeColumns, notifyCharge, readCharge } from './charge-row'
import { statesBefore } from './charge-transitions'
import { isSimilar, SIMILAR_MS, similarTo } from './similar-charge'
import { storeHostResult } from './store-host-result'

export const sendChargeInput = z.object({
  id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable),
  /** The amount typed again, in major units, if the same amount was charged recently. */
  confirmed_amount: z.number().optional(),
})
export type SendChargeInput = z.output<typeof sendChargeInput>

/** Lease of a charge; longer than one call (10 s) with its writes. */
export const CHARGE_LEASE_MS = 30_000

/**
 * Sends a drafted charge under its key and stores the host's response. A charge that is in flight or final is returned
 * unchanged: of any number of presses, one sends. Throws Refusal `charge_open` if another charge of the customer's card
 * has no outcome yet, `confirm_amount` for a similar charge that `confirmed_amount` does not repeat, and
 * `resource_not_found`; nothing was sent then.
 */
export async function sendCharge(
  ctx: ConnectionContext,
  { id, confirmed_amount }: SendChargeInput,
  { leaseMs = CHARGE_LEASE_MS }: { leaseMs?: number } = {},
): Promise<ChargeRow> {
  const { connectionId, db, now } = ctx
  const draft = await readCharge(db, connectionId, id)
  if (!draft) throw new Refusal('resource_not_found')
  if (draft.state !== 'DRAFT') return draft
  const isConfirmed = confirmed_amount !== undefined && confirmed_amount === Number(draft.amount)
  const mustConfirm = async () =>
    draft.way === 'CARD' && !isConfirmed && (await similarTo(ctx, draft)) !== null
  if (await mustConfirm()) return refuse(ctx, draft, mustConfirm)
  const until = performance.now() + leaseMs
  const sent = await db.transaction(async (tx) => {
    await lockCustomer(tx, draft)
    const { rows } = await tx.query<ChargeRow>({
      name: 'send-charge',
      text: `UPDATE dashboard.charge SET state = 'SENDING', owner = $6, attempts = attempts + 1, sent_at = $7, problem = NULL, unknown_at = NULL,
          lease_until = clock_timestamp() + $8 * interval '1 ms', user_id = $9, clock_ahead_ms = $11
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(statesBefore('SENDING', 'send'))}) AND NOT EXISTS (SELECT FROM dashboard.charge WHERE connection_id = $1 AND id <> $2 AND customer_id = $3
            AND way = 'CARD' AND amount_minor = $4 AND state IN (${sqlStates(unsettledStates)})) AND (way = 'LINK' OR (
          NOT EXISTS (SELECT FROM dashboard.charge WHERE connection_id = $1 AND id <> $2 AND customer_id = $3 AND way = 'CARD'
            AND state IN (${sqlStates(unsettledStates)}))
          AND ($10 OR NOT EXISTS (SELECT FROM dashboard.charge WHERE connection_id = $1 AND id <> $2 AND ${isSimilar}))))
        RETURNING ${chargeColumns}`,
      values: [
        connectionId,
        id,
        draft.customer_id,
        draft.amount_minor,
        new Date(now().getTime() - SIMILAR_MS),
        newOwner(now()),
        now(),
        leaseMs,
        ctx.userId,
        isConfirmed,
        ctx.clock.aheadMs,
      ],
    })
    const [row] = rows
    if (!row) return null
    const details = {
      amount: Number(row.amount),
      currency: row.currency,
      customer_id: row.customer_id,
      way: row.way,
    }
    await claimAudit({ ...ctx, db: tx }, { id: `aud_${id}`, action: 'charges.create', objectId: id, details })
    await notifyCharge(tx, row)
    return row
  })
  if (!sent) return refuse(ctx, draft, mustConfirm)
  const answer = await callCharge(ctx, sent, until)
  return answer ? storeHostResult(ctx, sent, answer) : sent
}

/** Serializes decisions about a customer's card. */
export async function lockCustomer(tx: Queryable, { connection_id, customer_id }: ChargeRow): Promise<void> {
  await tx.query({
    name: 'lock-customer-card',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('card of ' || $1 || ' ' || $2, 0))`,
    values: [connection_id, customer_id],
  })
}

/** Returns the charge if another press has sent it in the meantime. Throws the Refusal that prevented the send. */
async function refuse(
  { connectionId, db }: ConnectionContext,
  { id, customer_id }: ChargeRow,
  mustConfirm: () => Promise<boolean>,
): Promise<ChargeRow> {
  const row = await readCharge(db, connectionId, id)
  if (row && row.state !== 'DRAFT') return row
  const isOpen = (await openCaseOf(db, { connectionId, customerId: customer_id, except: id })) !== null
  // If neither condition holds any more, a charge was open a moment ago.
  throw new Refusal(!isOpen && (await mustConfirm()) ? 'confirm_amount' : 'charge_open')
}

/** Returns the charge whose unknown outcome locks a customer's card; null if there is none. */
export async function openCaseOf(
  db: Queryable,
  { connectionId, customerId, except }: { connectionId: string; customerId: string; except: string },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    name: 'open-case-of-customer',
    text: `SELECT id FROM dashboard.charge WHERE connection_id = $1 AND customer_id = $2 AND id <> $3 AND way = 'CARD'
        AND state IN (${sqlStates(unsettledStates)}) LIMIT 1`,
    values: [connectionId, customerId, except],
  })
  return rows[0]?.id ?? null
}
