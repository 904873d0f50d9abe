import { CHARGE_DESCRIPTION_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { Member } from '@/lib/dashboard/team/find-member'
import { shorten } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'
import type { ChargePress } from './charge-inputs'
import type { ChargeRow } from './charge-row'
import { attachPayment, releaseCharge } from './close-case'
import { getCharge } from './get-charge'
import { sendCharge } from './send-charge'
import { linkInstead, startCharge } from './start-charge'

/**
 * Carries out a member's press on a charge, and returns the charge that it changed or created. `t` has the member's texts.
 * Throws as its verb does.
 */
export async function pressCharge(
  ctx: ConnectionContext,
  input: ChargePress,
  { role }: Pick<Member, 'role'>,
  t: Translate,
) {
  const { id } = await verbOf(ctx, input, t)
  return getCharge(ctx, id, { role, isQuick: true })
}

function verbOf(ctx: ConnectionContext, input: ChargePress, t: Translate): Promise<ChargeRow> {
  // The host makes the description the title of a link; its own title for one without is English (decisions: charges).
  const title = shorten(t('charges.linkTitle', { merchant: ctx.account.name }), CHARGE_DESCRIPTION_MAX)
  switch (input.press) {
    case 'start':
      return startCharge(
        ctx,
        input.way === 'LINK' ? { ...input, description: input.description ?? title } : input,
      )
    case 'send':
      return sendCharge(ctx, input)
    case 'link_instead':
      return linkInstead(ctx, input, title)
    case 'attach':
      return attachPayment(ctx, input)
    case 'release':
      return releaseCharge(ctx, input)
  }
}
