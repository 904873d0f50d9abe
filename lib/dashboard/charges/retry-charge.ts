import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { Refusal } from '@/lib/dashboard/refusal'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { isStorable } from '@/lib/domain/text'
import { callCharge } from './call-charge'
import { type ChargeRow, chargeColumns, hasEnded, notifyCharge, onHostClock, REPEAT_MS } from './charge-row'
import { statesBefore } from './charge-transitions'
import { auditStep, knownCharge } from './close-case'
import { matchingPayments, mayCollect, since } from './matching-payments'
import { CHARGE_LEASE_MS, lockCustomer } from './send-charge'
import { isSimilar, isSimilarPayment, similarTo } from './similar-charge'
import { storeHostResult } from './store-host-result'

export const retryChargeInput = z.object({
  id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable),
  /** The amount typed again, in major units, if the same amount was paid since. */
  confirmed_amount: z.number().optional(),
})
export type RetryChargeInput = z.output<typeof retryChargeInput>

/**
 * Sends the request of a charge whose repeats have ended once more, under its own key: the member agrees that it may
 * charge now. A charge in another state is returned unchanged, so that several presses send one request. Throws Refusal
 * `resource_not_found`, `charge_matched` if a payment of the charge is pending or approved, `charge_unsearched` if not
 * every payment was read, `confirm_amount` if there is another payment of the customer and amount since the charge was
 * created and `confirmed_amount` does not repeat it, and the client's errors.
 */
export async function retryCharge(
  ctx: ConnectionContext,
  { id, confirmed_amount }: RetryChargeInput,
  { leaseMs = CHARGE_LEASE_MS }: { leaseMs?: number } = {},
): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, id)
  if (!hasEnded(charge, ctx.now())) return charge
  const { matches, isListed } = await matchingPayments(ctx, charge)
  if (matches.some(mayCollect)) throw new Refusal('charge_matched')
  if (!isListed) throw new Refusal('charge_unsearched')
  const isConfirmed = charge.way === 'LINK' || confirmed_amount === Number(charge.amount)
  const until = performance.now() + leaseMs
  const taken = await ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, charge)
    const { rows } = await tx.query<ChargeRow>({
      name: 'retry-charge',
      text: `UPDATE dashboard.charge SET owner = $7, due_at = NULL, attempts = attempts + 1, lease_until = clock_timestamp() + $8 * interval '1 ms'
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(statesBefore('UNKNOWN', 'retry'))})
          AND owner IS NULL AND (due_at IS NULL OR COALESCE(sent_at, created_at) < $11) AND attempts = $10
          AND ($9 OR (NOT EXISTS (SELECT FROM dashboard.charge WHERE connection_id = $1 AND id <> $2 AND ${isSimilar})
            AND NOT EXISTS (SELECT FROM dashboard.mirror_payment WHERE connection_id = $1 AND ${isSimilarPayment('$12')})))
        RETURNING ${chargeColumns}`,
      values: [
        ...[ctx.connectionId, id, charge.customer_id, charge.amount_minor, since(charge), charge.currency],
        ...[
          newOwner(ctx.now()),
          leaseMs,
          isConfirmed,
          charge.attempts,
          new Date(ctx.now().getTime() - REPEAT_MS),
          onHostClock(ctx, charge, since(charge)).earliest,
        ],
      ],
    })
    const [row] = rows
    if (!row) return null
    await auditStep({ ...ctx, db: tx }, 'charges.ask_again', row, {})
    await notifyCharge(tx, row)
    return row
  })
  if (!taken) {
    const row = await knownCharge(ctx, id)
    const isPaidSince = !isConfirmed && (await similarTo(ctx, row, since(row))) !== null
    if (hasEnded(row, ctx.now()) && isPaidSince) throw new Refusal('confirm_amount')
    return row
  }
  const answer = await callCharge(ctx, taken, until)
  return answer ? storeHostResult(ctx, taken, answer) : taken
}
