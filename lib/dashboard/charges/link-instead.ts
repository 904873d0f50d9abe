import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ChargeRow } from './charge-row'
import { knownCharge } from './close-case'
import { chargeId, insertDraft } from './draft-charge'
import { sendCharge } from './send-charge'

export const linkInsteadInput = z.object({ id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) })
export type LinkInsteadInput = z.output<typeof linkInsteadInput>

/**
 * Makes a payment link for the same customer and amount in the place of a charge that collected nothing: declined, or refused
 * before anything was carried out. Asked again, it is the same link. Throws Refusal `charge_matched` for a charge in another state.
 */
export async function linkInstead(ctx: ConnectionContext, { id }: LinkInsteadInput): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, id)
  const collectsNothing = charge.state === 'DECLINED' || (charge.state === 'DRAFT' && charge.way === 'CARD')
  if (!collectsNothing) throw new Refusal('charge_matched')
  const draft = await ctx.db.transaction(async (tx) => {
    // A draft in whose place a link comes is never sent.
    await tx.query({
      name: 'discard-charge',
      text: `UPDATE dashboard.charge SET state = 'DISCARDED', finished_at = $3
        WHERE connection_id = $1 AND id = $2 AND state = 'DRAFT'`,
      values: [ctx.connectionId, id, ctx.now()],
    })
    return insertDraft(tx, ctx, {
      ...charge,
      id: chargeId(ctx, 'link for', id),
      way: 'LINK',
      amount: Number(charge.amount),
      replaces: id,
    })
  })
  return sendCharge(ctx, { id: draft.id })
}
