import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { isStorable } from '@/lib/domain/text'
import { type ChargeRow, chargeColumns, notifyCharge } from './charge-row'
import { statesBefore } from './charge-transitions'
import { auditStep, knownCharge } from './close-case'

export const discardChargeInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type DiscardChargeInput = z.output<typeof discardChargeInput>

/**
 * Discards an unsent charge that was prepared to replace another one. A charge in another state, or one from a form, is
 * returned unchanged. Throws Refusal `resource_not_found`.
 */
export async function discardCharge(ctx: ConnectionContext, { id }: DiscardChargeInput): Promise<ChargeRow> {
  const discarded = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<ChargeRow>({
      name: 'discard-prepared-charge',
      text: `UPDATE dashboard.charge SET state = 'DISCARDED', finished_at = $3, closed_by = $4
        WHERE connection_id = $1 AND id = $2 AND replaces IS NOT NULL
          AND state IN (${sqlStates(statesBefore('DISCARDED', 'discard'))}) RETURNING ${chargeColumns}`,
      values: [ctx.connectionId, id, ctx.now(), ctx.userId],
    })
    const [row] = rows
    if (!row) return null
    await auditStep({ ...ctx, db: tx }, 'charges.discard', row, {})
    await notifyCharge(tx, row)
    return row
  })
  return discarded ?? knownCharge(ctx, id)
}
