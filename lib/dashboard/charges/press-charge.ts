import type { ConnectionContext } from '@/lib/dashboard/context'
import type { Member } from '@/lib/dashboard/team/find-member'
import type { ChargePress } from './charge-inputs'
import type { ChargeRow } from './charge-row'
import { attachPayment, releaseCharge } from './close-case'
import { getCharge } from './get-charge'
import { sendCharge } from './send-charge'
import { linkInstead, startCharge } from './start-charge'

/** Carries out a member's press on a charge, and returns the charge that it changed or created. Throws as its verb does. */
export async function pressCharge(
  ctx: ConnectionContext,
  input: ChargePress,
  { role }: Pick<Member, 'role'>,
) {
  const { id } = await verbOf(ctx, input)
  return getCharge(ctx, id, { role, isQuick: true })
}

function verbOf(ctx: ConnectionContext, input: ChargePress): Promise<ChargeRow> {
  switch (input.press) {
    case 'start':
      return startCharge(ctx, input)
    case 'send':
      return sendCharge(ctx, input)
    case 'link_instead':
      return linkInstead(ctx, input)
    case 'attach':
      return attachPayment(ctx, input)
    case 'release':
      return releaseCharge(ctx, input)
  }
}
