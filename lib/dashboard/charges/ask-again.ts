import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { newOwner } from '@/lib/dashboard/sync/run-lease'
import { callCharge } from './call-charge'
import { statesBefore } from './charge-moves'
import { type ChargeRow, chargeColumns, hasEnded, notifyCharge } from './charge-row'
import { auditStep, knownCharge } from './close-case'
import { matchingPayments, mayCollect } from './matching-payments'
import { CHARGE_LEASE_MS } from './send-charge'
import { storeAnswer } from './store-answer'

export const askAgainInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type AskAgainInput = z.output<typeof askAgainInput>

/**
 * Sends the request of a charge whose repeats have ended once more, under its own key: a member agrees that it may charge now. A
 * charge in another state is returned as it is: of any number of presses, one sends. Throws Refusal `resource_not_found`,
 * `charge_matched` where a payment of the charge is pending or approved, and the client's errors.
 */
export async function askAgain(
  ctx: ConnectionContext,
  { id }: AskAgainInput,
  { leaseMs = CHARGE_LEASE_MS }: { leaseMs?: number } = {},
): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, id)
  if (!hasEnded(charge)) return charge
  const { matches, isWhole } = await matchingPayments(ctx, charge)
  if (!isWhole || matches.some(mayCollect)) throw new Refusal('charge_matched')
  const until = performance.now() + leaseMs
  const taken = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<ChargeRow>({
      name: 'ask-charge-again',
      text: `UPDATE dashboard.charge SET owner = $3, attempts = attempts + 1, lease_until = clock_timestamp() + $4 * interval '1 ms'
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(statesBefore('UNKNOWN', 'ask_again'))})
          AND owner IS NULL AND due_at IS NULL RETURNING ${chargeColumns}`,
      values: [ctx.connectionId, id, newOwner(ctx.now()), leaseMs],
    })
    const [row] = rows
    if (!row) return null
    await auditStep({ ...ctx, db: tx }, 'charges.ask_again', row, {})
    await notifyCharge(tx, row)
    return row
  })
  if (!taken) return knownCharge(ctx, id)
  const answer = await callCharge(ctx, taken, until)
  return answer ? storeAnswer(ctx, taken, answer) : taken
}
