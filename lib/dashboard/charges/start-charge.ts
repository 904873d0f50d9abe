import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { type ChargeInput, sqlStates } from '@/lib/dashboard/schema/charge'
import { type ChargeRow, knownCharge } from './charge-row'
import { statesBefore } from './charge-transitions'
import { chargeId, draftCharge, insertDraft } from './draft-charge'
import { sendCharge } from './send-charge'

/**
 * Stores a charge and sends a charge by link immediately, because it needs no review. Throws as `draftCharge` and
 * `sendCharge` do.
 */
export async function startCharge(ctx: ConnectionContext, input: ChargeInput<'start'>): Promise<ChargeRow> {
  const draft = await draftCharge(ctx, input)
  return draft.way === 'LINK' ? sendCharge(ctx, { id: draft.id }) : draft
}

const discarded = statesBefore('DISCARDED', 'link_instead')
const kept = statesBefore('DECLINED', 'link_instead')

/**
 * Creates a payment link for the same customer and amount in place of a charge that collected nothing: declined, or
 * refused before execution. A repeated call returns the same link. Throws Refusal `charge_moved` for a charge in another
 * state.
 */
export async function linkInstead(
  ctx: ConnectionContext,
  { id }: ChargeInput<'linkInstead'>,
): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, id)
  const draft = await ctx.db.transaction(async (tx) => {
    // A draft that a link replaces is never sent; a draft that was sent in the meantime gets no link.
    const { count } = await tx.query({
      name: 'discard-charge',
      text: `UPDATE dashboard.charge SET state = CASE WHEN state IN (${sqlStates(discarded)}) THEN 'DISCARDED' ELSE state END,
          finished_at = COALESCE(finished_at, $3)
        WHERE connection_id = $1 AND id = $2 AND way = 'CARD' AND state IN (${sqlStates([...discarded, ...kept])})`,
      values: [ctx.connectionId, id, ctx.now()],
    })
    if (count === 0) throw new Refusal('charge_moved')
    const amount = Number(charge.amount)
    return insertDraft(tx, ctx, {
      ...charge,
      id: chargeId(ctx, 'link for', id),
      way: 'LINK',
      amount,
      replaces: id,
    })
  })
  return sendCharge(ctx, { id: draft.id })
}
