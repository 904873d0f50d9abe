'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { auditedAction, changedValues } from '@/lib/dashboard/audit/audit-entry'
import { Refusal } from '@/lib/dashboard/refusal'
import { confirmedAction } from '@/lib/dashboard/web/action'
import { requirePanel } from '@/lib/own-account/panel'
import { webPanel } from '@/lib/service/panel/panel'
import { cancelPayoutChange, namePayoutAccount, readPayouts } from '@/lib/service/panel/payouts'

const text = z.string().max(500)
const nameAccountInput = z.strictObject({ bank_name: text, holder: text, number: text })

export const nameAccountAction = confirmedAction(
  'payouts.write',
  nameAccountInput,
  async (ctx, input, member) => {
    const panel = await requirePanel(member)
    const { account, next } = await readPayouts(panel)
    const result = (after: object) => ({ details: changedValues(next ?? account ?? {}, after) })
    await auditedAction(ctx, { action: 'payouts.set_account', result }, async () => {
      await namePayoutAccount(panel, webPanel(), input)
      const named = await readPayouts(panel)
      return named.next ?? named.account ?? {}
    })
    revalidatePath(`/${ctx.slug}/payouts`)
    return {}
  },
)

export const cancelChangeAction = confirmedAction(
  'payouts.write',
  z.strictObject({}),
  async (ctx, _, member) => {
    const panel = await requirePanel(member)
    await auditedAction(ctx, { action: 'payouts.cancel_change' }, async () => {
      if (!(await cancelPayoutChange(panel))) throw new Refusal('resource_not_found')
    })
    revalidatePath(`/${ctx.slug}/payouts`)
    return {}
  },
)
