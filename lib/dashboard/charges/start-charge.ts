import type { z } from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ChargeRow } from './charge-row'
import { draftCharge, type draftChargeInput } from './draft-charge'
import { sendCharge } from './send-charge'

/**
 * Stores a charge and sends a charge by link immediately, because it needs no review. Throws as `draftCharge` and
 * `sendCharge` do.
 */
export async function startCharge(
  ctx: ConnectionContext,
  input: z.output<typeof draftChargeInput>,
): Promise<ChargeRow> {
  const draft = await draftCharge(ctx, input)
  return draft.way === 'LINK' ? sendCharge(ctx, { id: draft.id }) : draft
}
