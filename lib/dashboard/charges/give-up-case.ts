import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { isStorable } from '@/lib/domain/text'
import { type ChargeRow, chargeColumns, isCase, isOld, notifyCharge } from './charge-row'
import { statesBefore } from './charge-transitions'
import { auditStep, knownCharge } from './close-case'

export const giveUpCaseInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type GiveUpCaseInput = z.output<typeof giveUpCaseInput>

const TIMEOUT_MS = 5_000

/**
 * Closes a case for good if its host can no longer be asked: no draft replaces it, and the fate of its money stays
 * unknown. A charge that is not a case, or that a worker is repeating, is returned unchanged. Throws Refusal
 * `resource_not_found`, and `case_not_lost` if `isUnresolvable` is false.
 */
export async function giveUpCase(ctx: ConnectionContext, { id }: GiveUpCaseInput): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, id)
  if (!isCase(charge)) return charge
  if (!(await isUnresolvable(ctx, charge))) throw new Refusal('case_not_lost')
  const given = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<ChargeRow>({
      name: 'give-up-charge',
      text: `UPDATE dashboard.charge SET state = 'GIVEN_UP', finished_at = $3, closed_by = $4, owner = NULL, lease_until = NULL, due_at = NULL
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(statesBefore('GIVEN_UP', 'give_up'))})
          AND (lease_until IS NULL OR lease_until < clock_timestamp()) RETURNING ${chargeColumns}`,
      values: [ctx.connectionId, id, ctx.now(), ctx.userId],
    })
    const [row] = rows
    if (!row) return null
    await finishAudit({ ...ctx, db: tx }, `aud_${id}`, 'unknown', { details: { state: 'GIVEN_UP' } })
    await auditStep({ ...ctx, db: tx }, 'charges.give_up', row, {})
    await notifyCharge(tx, row)
    return row
  })
  return given ?? knownCharge(ctx, id)
}

/**
 * Returns whether a charge's outcome cannot be found out: its account is disconnected, or half an hour after the first
 * call its host refuses to list the customer's payments or gives no usable response. A rate limit does not count, because
 * it is temporary.
 */
export async function isUnresolvable(ctx: ConnectionContext, charge: ChargeRow): Promise<boolean> {
  if (ctx.disconnectedAt !== null) return true
  if (!isOld(charge, ctx.now())) return false
  try {
    const query = { limit: 1, customer_id: charge.customer_id }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    await ctx.client.callAs('listPayments', unparsedListSchema, { query, signal })
    return false
  } catch (error) {
    if (!isHostError(error)) throw error
    return !(error instanceof HostRefused && error.status === 429)
  }
}
